-- What one of a currency (base) was worth in another (quote) on a day. Never changed: a mistaken one is withdrawn and another entered.
create table exchange_rate (
  id uuid primary key default gen_random_uuid(),
  base text not null check (base ~ '^[A-Z]{3}$'),
  quote text not null check (quote ~ '^[A-Z]{3}$' and quote <> base),
  day date not null,
  rate numeric(20, 8) not null check (rate > 0 and rate <> 'NaN'),
  source text not null check (source in ('manual', 'ecb')),
  entered_at timestamptz not null,
  entered_by uuid references user_account (id),
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_account (id),
  check ((source = 'manual') = (entered_by is not null))
);
create unique index exchange_rate_known on exchange_rate (base, quote, day desc, source) where withdrawn_at is null;
create trigger exchange_rate_kept before delete or truncate on exchange_rate for each statement execute function refuse_change();
create trigger exchange_rate_withdrawn_only before update on exchange_rate for each row
  when ((old.id, old.base, old.quote, old.day, old.rate, old.source, old.entered_at) is distinct from (new.id, new.base, new.quote, new.day, new.rate, new.source, new.entered_at)
    or old.entered_by is distinct from new.entered_by or old.withdrawn_at is not null or new.withdrawn_at is null)
  execute function refuse_change();

-- How the last asking of a publisher of rates went; no row before it was asked.
create table exchange_rate_source (
  source text primary key check (source = 'ecb'),
  asked_at timestamptz not null,
  -- When it answered last, and the day of what it answered.
  answered_at timestamptz,
  day date,
  problem text not null default ''
);

-- The last known rate of a pair on a day or before it, one way or the other, as a fraction that loses nothing. Of one day what a person entered
-- comes before what was published, and the pair as it is asked for before its inverse.
create function exchange_rate_leg(from_currency text, to_currency text, latest date) returns table (top numeric, bottom numeric, day date)
language sql stable rows 1 as $$
  select case when known.base = from_currency then known.rate else 1 end, case when known.base = from_currency then 1 else known.rate end, known.day
  from (
    (select base, rate, source, day from exchange_rate where base = from_currency and quote = to_currency and day <= latest and withdrawn_at is null
      order by day desc, source desc limit 1)
    union all
    (select base, rate, source, day from exchange_rate where base = to_currency and quote = from_currency and day <= latest and withdrawn_at is null
      order by day desc, source desc limit 1)
  ) as known
  order by known.day desc, known.source desc, known.base = from_currency desc limit 1
$$;

-- The rate between two currencies on a day: the last known on it or before, to twelve decimals, halves upwards, and the day it is of. Where
-- both have a rate with the euro that is newer than one with each other, it is reckoned through that, and is as old as the older of the two. No row: none is known.
create function exchange_rate_at(from_currency text, to_currency text, latest date) returns table (rate numeric, day date)
language sql stable rows 1 as $$
  select found.rate, found.day from (
    select div(way.top * 2000000000000 + way.bottom, 2 * way.bottom) * 0.000000000001 as rate, way.day, way.turns from (
      select top, bottom, day, 0 as turns from exchange_rate_leg(from_currency, to_currency, latest)
      union all
      select first.top * second.top, first.bottom * second.bottom, least(first.day, second.day), 1
      from exchange_rate_leg(from_currency, 'EUR', latest) as first, exchange_rate_leg('EUR', to_currency, latest) as second
      where 'EUR' not in (from_currency, to_currency)
    ) as way
  ) as found
  where from_currency <> to_currency and found.rate > 0
  order by found.day desc, found.turns limit 1
$$;
