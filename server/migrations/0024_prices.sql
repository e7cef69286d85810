-- Lists of prices for chosen accounts, and versions that are taken back before they are in force. `docs/money.md` tells the rules.

-- A site may have lists besides its own, each under a name, for the accounts they are given to; '' is the site's own.
alter table price_list add column name text not null default '' check (length(name) <= 80);
alter table price_list drop constraint price_list_site_id_version_key;
alter table price_list add constraint price_list_version unique (site_id, name, version);

-- A version that was taken back before it was in force never holds.
create table price_list_withdrawal (
  price_list_id uuid primary key references price_list (id),
  withdrawn_at timestamptz not null,
  withdrawn_by uuid references user_account (id)
);
create trigger price_list_withdrawal_append_only before update or delete or truncate on price_list_withdrawal
  for each statement execute function refuse_change();

-- Who buys from which named list from then on, its children with it. The newest row of an account counts; one without a list gives
-- it back to the list of its parent or its site.
create table price_list_grant (
  id bigint generated always as identity primary key,
  user_id uuid not null references user_account (id),
  list_site_id uuid references site (id),
  list_name text,
  granted_at timestamptz not null,
  granted_by uuid references user_account (id),
  check (num_nonnulls(list_site_id, list_name) in (0, 2)),
  check (list_name <> '')
);
create index price_list_grant_user on price_list_grant (user_id, id desc);
create trigger price_list_grant_append_only before update or delete or truncate on price_list_grant
  for each statement execute function refuse_change();

-- An item may give so much of it for nothing, cost another price from some quantity on, and cost at least so much a month.
alter table price_item
  add column included numeric(14, 4) not null default 0 check (included >= 0 and included <> 'NaN'),
  -- [{"from": "100", "hourly": "0.008", "monthly": "4"}]: what lies above the quantity costs this; null: one price for all
  add column tiers jsonb check (jsonb_typeof(tiers) = 'array'),
  add column minimum numeric(14, 8) check (minimum >= 0 and minimum <> 'NaN');

-- The steps of a quantity: so many units at such a price, those for nothing first. `kind` is hourly or monthly.
create function price_steps(quantity numeric, price numeric, included numeric, tiers jsonb, kind text)
  returns table (begins numeric, units numeric, each_price numeric) language sql immutable parallel safe as $$
  select 0::numeric, least(quantity, included), 0::numeric
  union all
  select step.begins, greatest(least(quantity, step.ends) - greatest(step.begins, included), 0), step.each_price
  from (
    select tier.begins, tier.each_price, coalesce(lead(tier.begins) over (order by tier.begins), quantity) as ends
    from (
      select 0::numeric as begins, price as each_price
      union all
      select (given ->> 'from')::numeric, (given ->> kind)::numeric from jsonb_array_elements(coalesce(tiers, '[]')) as given
    ) as tier
  ) as step
$$;

-- What the quantity costs for an hour or a month; null when it is not sold that way.
create function price_of(quantity numeric, price numeric, included numeric, tiers jsonb, kind text)
  returns numeric language sql immutable parallel safe as $$
  select case when price is not null then sum(units * each_price) end from price_steps(quantity, price, included, tiers, kind)
$$;

-- The same as it is written in a bill: `2 × 0 + 98 × 0.01 + 20 × 0.008`.
create function price_words(quantity numeric, price numeric, included numeric, tiers jsonb, kind text)
  returns text language sql immutable parallel safe as $$
  select string_agg(trim_scale(units)::text || ' × ' || trim_scale(each_price)::text, ' + ' order by begins, each_price)
  from price_steps(quantity, price, included, tiers, kind) where units > 0
$$;
