-- What things cost, and from when to when somebody had them. `docs/money.md` tells how the two become an amount.

-- No two spans of a thing may overlap: the exclusion constraint below compares ids and texts for equality.
create extension if not exists btree_gist;

-- A site without a list of its own buys from the nearest list above it. A new version never touches an older one.
create table price_list (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version integer not null check (version > 0),
  valid_from timestamptz not null,
  created_at timestamptz not null default now(),
  created_by uuid references user_account (id),
  unique (site_id, version)
);
create index price_list_in_force on price_list (site_id, valid_from);

create table price_item (
  id uuid primary key default gen_random_uuid(),
  price_list_id uuid not null references price_list (id),
  code text not null check (code ~ '^[a-z]+\.[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  position integer not null,
  resource jsonb not null check (resource ? 'en' and resource ? 'he'),
  unit jsonb not null check (unit ? 'en' and unit ? 'he'),
  -- of one unit for one hour or one month; null: not sold that way
  hourly numeric(14, 8) check (hourly >= 0 and hourly <> 'NaN'),
  monthly numeric(14, 8) check (monthly >= 0 and monthly <> 'NaN'),
  powered_off text not null check (powered_off in ('charge', 'free')),
  unique (price_list_id, code),
  check (num_nonnulls(hourly, monthly) > 0)
);

-- Prices that things were sold at stay readable for ever.
create trigger price_list_append_only before update or delete or truncate on price_list for each statement execute function refuse_change();
create trigger price_item_append_only before update or delete or truncate on price_item for each statement execute function refuse_change();

-- Somebody had so much of something from then until then, at this price.
create table span (
  id bigint generated always as identity primary key,
  subject_type text not null,
  subject_id uuid not null,
  -- as it was last called while the span was open
  subject_name text not null,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  item text not null,
  price_item_id uuid not null references price_item (id),
  quantity numeric(14, 4) not null check (quantity > 0 and quantity <> 'NaN'),
  mode text not null check (mode in ('hourly', 'monthly')),
  from_at timestamptz(0) not null,
  to_at timestamptz(0) check (to_at > from_at),
  -- hours are counted from here: the beginning, or that of an earlier span whose paid hour this one goes on with
  hours_from timestamptz(0) not null,
  -- what earlier spans have paid already for the hour in which this one begins
  hour_paid numeric(26, 12) not null default 0 check (hour_paid >= 0 and hour_paid <> 'NaN'),
  check (hours_from <= from_at),
  check (mode = 'hourly' or (hours_from = from_at and hour_paid = 0)),
  constraint span_overlaps exclude using gist (subject_id with =, item with =, tstzrange(from_at, to_at) with &&)
);
create unique index span_open on span (subject_id, item) where to_at is null;
create index span_subject on span (subject_id, from_at);
-- the bill of a thing, an owner or a site for a month: everything that had not ended before it began
create index span_subject_end on span (subject_id, (coalesce(to_at, 'infinity')));
create index span_owner on span (owner_id, (coalesce(to_at, 'infinity')));
create index span_site on span (site_id, (coalesce(to_at, 'infinity')));
create index span_price_item on span (price_item_id);

-- A span only ever gets its end. One that is taken back in the second it was opened never lasted, and may go.
create function refuse_span_rewrite() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.to_at is null then
    return old;
  end if;
  if tg_op = 'UPDATE' and old.to_at is null
    and row (new.id, new.subject_type, new.subject_id, new.owner_id, new.site_id, new.item, new.price_item_id, new.quantity, new.mode, new.from_at, new.hours_from, new.hour_paid)
      is not distinct from row (old.id, old.subject_type, old.subject_id, old.owner_id, old.site_id, old.item, old.price_item_id, old.quantity, old.mode, old.from_at, old.hours_from, old.hour_paid) then
    return new;
  end if;
  raise exception 'span % is written down: only an open one can be ended', old.id using errcode = 'insufficient_privilege';
end $$;
create trigger span_append_only before update or delete on span for each row execute function refuse_span_rewrite();
create trigger span_not_emptied before truncate on span for each statement execute function refuse_change();

-- Decimal places of a currency's smallest unit (ISO 4217).
create function minor_units(currency text) returns integer language sql immutable parallel safe as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when currency in ('CLF', 'UYW') then 4
    else 2
  end
$$;
