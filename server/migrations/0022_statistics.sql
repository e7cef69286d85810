-- Statistics, whole: lowest and highest of what was rolled up, bytes as they were counted, a level of days, disks and network cards one by
-- one, what a server was for how long, and alerts.

-- Bytes since the reading before, which nothing is rounded away of; null when nobody knows.
alter table server_sample add column received_total bigint;
alter table server_sample add column sent_total bigint;

alter table server_sample_5m
  add column cpu_percent_min real,
  add column memory_used_mb_min integer,
  add column memory_used_mb_max integer,
  add column disk_read_bytes_min real,
  add column disk_read_bytes_max real,
  add column disk_write_bytes_min real,
  add column disk_write_bytes_max real,
  add column disk_read_ops_min real,
  add column disk_read_ops_max real,
  add column disk_write_ops_min real,
  add column disk_write_ops_max real,
  add column received_bytes_min real,
  add column received_bytes_max real,
  add column sent_bytes_min real,
  add column sent_bytes_max real,
  add column received_total bigint,
  add column sent_total bigint;
alter table server_sample_1h
  add column cpu_percent_min real,
  add column memory_used_mb_min integer,
  add column memory_used_mb_max integer,
  add column disk_read_bytes_min real,
  add column disk_read_bytes_max real,
  add column disk_write_bytes_min real,
  add column disk_write_bytes_max real,
  add column disk_read_ops_min real,
  add column disk_read_ops_max real,
  add column disk_write_ops_min real,
  add column disk_write_ops_max real,
  add column received_bytes_min real,
  add column received_bytes_max real,
  add column sent_bytes_min real,
  add column sent_bytes_max real,
  add column received_total bigint,
  add column sent_total bigint;
create table server_sample_1d (like server_sample_1h including all);

alter table server_sample_level drop constraint server_sample_level_level_check;
alter table server_sample_level add constraint server_sample_level_level_check check (level in ('5m', '1h', '1d'));

-- The rates of the latest reading, for alerts; null when the reading before is missing.
alter table server_runtime
  add column disk_bytes_rate real,
  add column disk_ops_rate real,
  add column received_rate real,
  add column sent_rate real;

-- The latest counters of each disk and network card. Of a card: read is received, write is sent, and there are no operations.
create table server_part_runtime (
  server_id uuid not null,
  part_id uuid not null,
  sampled_at timestamptz not null,
  read_bytes bigint not null,
  write_bytes bigint not null,
  read_ops bigint,
  write_ops bigint,
  primary key (server_id, part_id)
) with (fillfactor = 50);

-- Rates a second of each disk and network card, as of the whole server.
create table server_part_sample (
  server_id uuid not null,
  part_id uuid not null,
  at timestamptz not null,
  read_bytes real,
  write_bytes real,
  read_ops real,
  write_ops real,
  primary key (part_id, at)
) partition by range (at);

create table server_part_sample_5m (
  server_id uuid not null,
  part_id uuid not null,
  at timestamptz not null,
  samples integer not null,
  read_bytes real,
  read_bytes_min real,
  read_bytes_max real,
  write_bytes real,
  write_bytes_min real,
  write_bytes_max real,
  read_ops real,
  read_ops_min real,
  read_ops_max real,
  write_ops real,
  write_ops_min real,
  write_ops_max real,
  primary key (part_id, at)
);
create index server_part_sample_5m_at on server_part_sample_5m using brin (at);
create table server_part_sample_1h (like server_part_sample_5m including all);
create table server_part_sample_1d (like server_part_sample_5m including all);

-- What a server was from when to when, whatever it costs: one row without an end while it is there.
create table server_use (
  id bigint generated always as identity primary key,
  server_id uuid not null references server (id) on delete cascade,
  owner_id uuid not null references user_account (id),
  power text not null check (power in ('on', 'off', 'suspended')),
  cores integer not null,
  ram_mb integer not null,
  disk_gb integer not null,
  from_at timestamptz not null,
  to_at timestamptz check (to_at >= from_at)
);
create unique index server_use_open on server_use (server_id) where to_at is null;
create index server_use_time on server_use (server_id, from_at);
create index server_use_owner on server_use (owner_id);
-- Of what is there already only the present state is known.
insert into server_use (server_id, owner_id, power, cores, ram_mb, disk_gb, from_at)
  select id, owner_id, power, cores, ram_mb, coalesce((select sum(size_gb) from server_disk d where d.server_id = server.id), 0), greatest(power_since, created_at)
  from server where state = 'live';

-- A watch over one server, or over all of the owner's with a tag.
create table alert (
  id uuid primary key,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  name text not null check (length(name) between 1 and 100),
  server_id uuid references server (id) on delete cascade,
  tag text,
  metric text not null,
  above boolean not null,
  threshold double precision not null,
  -- it ends only beyond this
  clear_at double precision not null,
  for_minutes integer not null check (for_minutes between 0 and 1440),
  by_mail boolean not null,
  webhook_url text,
  webhook_secret bytea,
  is_enabled boolean not null default true,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  check ((server_id is null) <> (tag is null)),
  check ((webhook_url is null) = (webhook_secret is null))
);
create index alert_owner on alert (owner_id);
create index alert_site on alert (site_id);
create index alert_server on alert (server_id);
create index alert_created_by on alert (created_by);

-- How an alert stands to one of its servers. Without a row: all is well and has been.
create table alert_state (
  alert_id uuid not null references alert (id) on delete cascade,
  server_id uuid not null references server (id) on delete cascade,
  state text not null check (state in ('ok', 'pending', 'firing', 'acknowledged')),
  since timestamptz not null,
  value double precision,
  acknowledged_by uuid references user_account (id),
  primary key (alert_id, server_id)
);
create index alert_state_server on alert_state (server_id);
create index alert_state_acknowledged_by on alert_state (acknowledged_by);

create table alert_event (
  id bigint generated always as identity primary key,
  alert_id uuid not null references alert (id) on delete cascade,
  -- null: a test
  server_id uuid,
  server_name text not null,
  kind text not null check (kind in ('firing', 'acknowledged', 'ok', 'test')),
  at timestamptz not null,
  value double precision,
  by_user_id uuid references user_account (id)
);
create index alert_event_time on alert_event (alert_id, at desc, id desc);
create index alert_event_user on alert_event (by_user_id);

-- What was sent to a webhook, or will be.
create table alert_delivery (
  id uuid primary key,
  alert_id uuid not null references alert (id) on delete cascade,
  event_id bigint not null references alert_event (id) on delete cascade,
  url text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- what was answered last, or why nothing was
  http_status integer,
  problem text
);
create index alert_delivery_due on alert_delivery (due_at) where state = 'waiting';
create index alert_delivery_alert on alert_delivery (alert_id, created_at desc);
create index alert_delivery_event on alert_delivery (event_id);

-- What each server was, from when on: written by the database itself with whatever changes it, so that nothing is passed over. A
-- transaction leaves one row, its last.
create table server_past (
  id bigint generated always as identity primary key,
  server_id uuid not null references server (id) on delete cascade,
  at timestamptz not null,
  tx xid8 not null,
  what jsonb not null
);
create index server_past_time on server_past (server_id, at desc, id desc);

create function server_as_it_is(wanted uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('name', s.name, 'owner', s.owner_id, 'state', s.state, 'power', s.power, 'image', s.image_name, 'cpuType', s.cpu_type, 'cores', s.cores,
    'ramMb', s.ram_mb, 'disks', coalesce((select jsonb_agg(d.size_gb order by d.position) from server_disk d where d.server_id = s.id), '[]'),
    'ips', to_jsonb(s.ips), 'billingMode', s.billing_mode, 'traffic', s.traffic_package, 'backup', s.has_backup, 'managed', s.is_managed,
    'tags', to_jsonb(s.tags), 'description', s.description, 'locked', s.locked_at is not null, 'bootsFrom', s.boots_from)
  from server s where s.id = wanted
$$;

create function keep_server_past() returns trigger language plpgsql as $$
declare
  wanted uuid;
  last server_past;
  is_now jsonb;
  this_tx xid8 := pg_current_xact_id();
begin
  if tg_table_name = 'server' then wanted := new.id;
  elsif tg_op = 'DELETE' then wanted := old.server_id;
  else wanted := new.server_id;
  end if;
  is_now := server_as_it_is(wanted);
  -- Its disks go with a server that is deleted.
  if is_now is null then return null; end if;
  select * into last from server_past where server_id = wanted order by at desc, id desc limit 1;
  if last.what = is_now then return null; end if;
  if last.tx = this_tx then update server_past set what = is_now where id = last.id;
  else
    insert into server_past (server_id, at, tx, what)
    select wanted, case when last.id is null then least(s.created_at, clock_timestamp()) else greatest(last.at, clock_timestamp()) end, this_tx, is_now
    from server s where s.id = wanted;
  end if;
  return null;
end $$;
create trigger server_past_kept after insert or update on server for each row execute function keep_server_past();
create trigger server_disk_past_kept after insert or update or delete on server_disk for each row execute function keep_server_past();
insert into server_past (server_id, at, tx, what) select id, now(), pg_current_xact_id(), server_as_it_is(id) from server;
