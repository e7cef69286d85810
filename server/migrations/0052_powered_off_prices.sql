-- An item may have a price of its own while the server is off. That price is an item beside it in the same list, `ram.gb.off` beside `ram.gb`,
-- so that what is had at it is a span and a line of its own.
alter table price_item
  drop constraint price_item_powered_off_check,
  add constraint price_item_powered_off_check check (powered_off in ('charge', 'free', 'priced'));
