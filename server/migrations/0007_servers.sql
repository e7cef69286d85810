-- Servers with their disks, snapshots, console tickets and statistics. Network cards and addresses are kept by networks.

create table server (
  id uuid primary key,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  datacenter_id uuid not null references datacenter (id),
  -- as the datacenter is called by code; lists are sorted by it
  datacenter_code text not null,
  name text not null check (length(name) between 4 and 63),
  name_key text generated always as (lower(name)) stored,
  -- what the guest was told its name is, once
  hostname text not null,
  -- creating: being made; live: there; bin: terminated, can be restored
  state text not null default 'creating' check (state in ('creating', 'live', 'bin')),
  power text not null default 'off' check (power in ('on', 'off', 'suspended')),
  power_since timestamptz not null default now(),
  -- why it needs attention: {"kind": "crashed" | "lost", "detail": "…"}
  problem jsonb,
  image_id uuid references image (id),
  image_name text not null,
  os_family text not null check (os_family in ('linux', 'windows', 'other')),
  os text not null,
  login_user text,
  image_price_item text,
  cpu_type text not null check (cpu_type in ('A', 'B', 'T', 'D')),
  cores integer not null check (cores > 0),
  ram_mb integer not null check (ram_mb > 0),
  billing_mode text not null check (billing_mode in ('hourly', 'monthly')),
  traffic_package text,
  has_backup boolean not null default false,
  is_managed boolean not null default false,
  tags text[] not null default '{}',
  -- of its network cards, in their order; networks keeps the truth
  ips text[] not null default '{}',
  macs text[] not null default '{}',
  ssh_keys text[] not null default '{}',
  cloned_from uuid,
  current_snapshot_id uuid,
  host_id text,
  created_at timestamptz not null default now(),
  terminated_at timestamptz,
  bin_until timestamptz,
  -- what the search looks into, written by the trigger below
  search_name text not null default '',
  search_address text not null default '',
  check ((state = 'bin') = (bin_until is not null))
);
-- one name among the servers a person has; those in the bin do not count
create unique index server_name on server (owner_id, name_key) where state <> 'bin';
-- a list is one of these, walked in order; those in the bin are few
create index server_list_name on server (name_key, id) where state <> 'bin';
create index server_list_created on server (created_at, id) where state <> 'bin';
create index server_list_power on server (power, id) where state <> 'bin';
create index server_list_cores on server (cores, id) where state <> 'bin';
create index server_list_ram on server (ram_mb, id) where state <> 'bin';
create index server_list_datacenter on server (datacenter_code, id) where state <> 'bin';
create index server_owner on server (owner_id, state);
create index server_site on server (site_id, state);
create index server_datacenter on server (datacenter_id);
create index server_image on server (image_id);
create index server_bin on server (bin_until) where state = 'bin';
create index server_creating on server (cloned_from) where state = 'creating';
create index server_troubled on server (id) where problem is not null;

create function set_server_search() returns trigger language plpgsql as $$
begin
  new.search_name := lower(new.name || ' ' || array_to_string(new.tags, ' '));
  -- blanks around each, so that a pattern can ask for whole addresses
  new.search_address := ' ' || array_to_string(new.ips || new.macs, ' ') || ' ';
  return new;
end $$;
create trigger server_search before insert or update of name, tags, ips, macs on server for each row execute function set_server_search();

-- Searching inside names is fast with trigrams. A database that does not offer them still searches, slower.
do $$
begin
  create extension if not exists pg_trgm;
  create index server_search_name on server using gin (search_name gin_trgm_ops);
  create index server_search_address on server using gin (search_address gin_trgm_ops);
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'this database has no pg_trgm: searching servers reads all of them';
end $$;

create table server_disk (
  id uuid primary key,
  server_id uuid not null references server (id) on delete cascade,
  -- 1 is the disk it starts from
  position integer not null check (position > 0),
  size_gb integer not null check (size_gb > 0),
  unique (server_id, position)
);

-- Network cards that are unplugged; the others have no row.
create table server_nic_unplugged (
  nic_id uuid primary key,
  server_id uuid not null references server (id) on delete cascade
);
create index server_nic_unplugged_server on server_nic_unplugged (server_id);

create table server_snapshot (
  id uuid primary key,
  server_id uuid not null references server (id) on delete cascade,
  parent_id uuid references server_snapshot (id) on delete set null,
  name text not null,
  description text not null default '',
  state text not null default 'creating' check (state in ('creating', 'ready', 'deleting')),
  with_memory boolean not null default false,
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  created_by uuid references user_account (id),
  created_at timestamptz not null default now()
);
create index server_snapshot_server on server_snapshot (server_id, created_at);
create index server_snapshot_parent on server_snapshot (parent_id);

-- What the engine said last. One row for each server; -1 stands for not known, so that lists can be sorted by it.
create table server_runtime (
  server_id uuid primary key references server (id) on delete cascade,
  sampled_at timestamptz,
  cpu_percent real not null default -1,
  memory_used_mb integer not null default -1,
  memory_total_mb integer,
  disk_read_bytes bigint,
  disk_write_bytes bigint,
  disk_read_ops bigint,
  disk_write_ops bigint,
  received_bytes bigint,
  sent_bytes bigint
);
create index server_runtime_cpu on server_runtime (cpu_percent, server_id);
create index server_runtime_memory on server_runtime (memory_used_mb, server_id);

-- Servers that an engine runs and nobody here owns. They are reported, never touched.
create table engine_orphan (
  engine text not null,
  id text not null,
  since timestamptz not null default now(),
  primary key (engine, id)
);

-- One-time credentials of a console. The ticket itself is nowhere.
create table console_ticket (
  ticket_hash bytea primary key,
  server_id uuid not null references server (id) on delete cascade,
  user_id uuid not null references user_account (id),
  kind text not null check (kind in ('vnc', 'serial')),
  expires_at timestamptz not null
);
create index console_ticket_server on console_ticket (server_id);
create index console_ticket_user on console_ticket (user_id);
create index console_ticket_expiry on console_ticket (expires_at);

-- Readings every half minute, one partition a day, made and dropped by a chore. Rates are per second, null when unknown.
create table server_sample (
  server_id uuid not null,
  at timestamptz not null,
  cpu_percent real not null,
  memory_used_mb integer not null,
  memory_total_mb integer not null,
  disk_read_bytes real,
  disk_write_bytes real,
  disk_read_ops real,
  disk_write_ops real,
  received_bytes real,
  sent_bytes real,
  primary key (server_id, at)
) partition by range (at);

create table server_sample_5m (
  server_id uuid not null,
  at timestamptz not null,
  samples integer not null,
  cpu_percent real not null,
  cpu_percent_max real not null,
  memory_used_mb integer not null,
  memory_total_mb integer not null,
  disk_read_bytes real,
  disk_write_bytes real,
  disk_read_ops real,
  disk_write_ops real,
  received_bytes real,
  sent_bytes real,
  primary key (server_id, at)
);
create index server_sample_5m_at on server_sample_5m using brin (at);

create table server_sample_1h (like server_sample_5m including all);

-- Up to where each level has been rolled up.
create table server_sample_level (
  level text primary key check (level in ('5m', '1h')),
  done_until timestamptz not null
);
