-- Paid once, when it is bought: its price stands where that of a month does, and there is nothing else about it.
alter table price_item
  add column is_purchase boolean not null default false,
  add constraint price_item_purchase check (not is_purchase or (hourly is null and powered_off = 'charge' and included = 0 and tiers is null and minimum is null));
-- What is there already kept the narrower rule: it is not read through.
alter table span
  drop constraint span_mode_check,
  add constraint span_mode_check check (mode in ('hourly', 'monthly', 'purchase')) not valid;
