-- Bytes that a network card to the outside received and sent since the reading before; null for disks and cards that stay inside.
alter table server_part_sample add column outside_bytes bigint;
alter table server_part_sample_5m add column outside_bytes bigint;
alter table server_part_sample_1h add column outside_bytes bigint;
alter table server_part_sample_1d add column outside_bytes bigint;

-- What only an engine can count: so much of a kind in one hour, and whose it was. Given twice it is there once.
create table usage_reading (
  subject_id uuid not null,
  kind text not null check (kind in ('traffic')),
  hour timestamptz(0) not null check (extract(epoch from hour)::bigint % 3600 = 0),
  owner_id uuid not null,
  site_id uuid not null,
  -- bytes
  quantity bigint not null check (quantity >= 0),
  arrived_at timestamptz not null,
  primary key (subject_id, kind, hour)
);
create index usage_reading_hour on usage_reading using brin (hour);
create trigger usage_reading_kept before update or truncate on usage_reading for each statement execute function refuse_change();

-- The time of metering, which only goes on: what is read and what is closed come one after the other, whatever clocks say.
create table metering_clock (
  is_one boolean primary key default true check (is_one),
  at timestamptz not null
);
insert into metering_clock (at) values ('2000-01-01 00:00Z');
-- Whoever takes it holds it until his transaction ends. Never earlier than the time given, always later than the one given out before.
create function metering_time(earliest timestamptz) returns timestamptz language sql as $$
  update metering_clock set at = greatest(earliest, at + interval '1 millisecond') returning at
$$;

-- Up to where the counters of the engines are read into it.
create table metering_feed (
  kind text primary key,
  done_until timestamptz not null
);

-- From then on the month of the site is as it is: what arrives later counts in the month in which it arrives.
create table metering_closing (
  site_id uuid not null references site (id),
  month date not null check (extract(day from month) = 1),
  closed_at timestamptz not null,
  primary key (site_id, month)
);
create trigger metering_closing_append_only before update or delete or truncate on metering_closing for each statement execute function refuse_change();

-- What the readings of a month come to: rated like a span that lasted all month.
create table metered_use (
  subject_id uuid not null,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  item text not null,
  month date not null,
  price_item_id uuid not null references price_item (id),
  -- what costs, in units of the item
  quantity numeric(14, 4) not null check (quantity >= 0 and quantity <> 'NaN'),
  -- bytes that were counted, and the gigabytes of packages among them
  counted bigint not null check (counted >= 0),
  packaged numeric(20, 4) not null check (packaged >= 0 and packaged <> 'NaN'),
  primary key (subject_id, owner_id, site_id, item, month)
);
create index metered_use_owner on metered_use (owner_id, month);
create index metered_use_site on metered_use (site_id, month);
