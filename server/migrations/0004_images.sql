-- The catalogue of disk images, what of it is here, which engines have it, and what rests on it.

create table image (
  id uuid primary key default gen_random_uuid(),
  -- entries of the built-in catalogue and of everybody; a private image has an owner and its site
  owner_id uuid references user_account (id),
  site_id uuid references site (id),
  code text not null,
  kind text not null check (kind in ('os', 'application', 'desktop', 'service', 'private', 'iso', 'snapshot')),
  name text not null check (name <> ''),
  version text not null default '',
  os_family text not null check (os_family in ('linux', 'windows', 'other')),
  os text not null,
  description jsonb not null,
  source text not null check (source in ('fetch', 'build')),
  source_address text,
  digest_address text,
  digest text check (digest ~ '^[0-9a-f]{32}$' or digest ~ '^[0-9a-f]{64}$' or digest ~ '^[0-9a-f]{128}$'),
  is_digest_verified boolean not null default false,
  format text not null default 'qcow2' check (format in ('qcow2', 'raw')),
  size_bytes bigint check (size_bytes >= 0),
  min_disk_gb integer not null check (min_disk_gb > 0),
  min_ram_mb integer not null check (min_ram_mb > 0),
  login_user text,
  supports_cloud_init boolean not null,
  price_item text,
  state text not null default 'absent' check (state in ('absent', 'fetching', 'ready', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  problem jsonb,
  -- the task that works on it now
  task_id bigint,
  -- it was in the catalogue once; what rests on it keeps working, but it is not offered
  is_withdrawn boolean not null default false,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check ((owner_id is null) = (site_id is null)),
  check ((source = 'fetch') = (source_address is not null))
);
create unique index image_code on image (code) where owner_id is null;
create index image_owner on image (owner_id);
create index image_site on image (site_id);

-- An engine's own copy: servers of the datacenter can be made from it.
create table image_copy (
  image_id uuid not null references image (id) on delete cascade,
  datacenter_id uuid not null references datacenter (id) on delete cascade,
  -- nothing real lies behind it
  is_simulated boolean not null,
  virtual_size_gb integer not null,
  copied_at timestamptz not null default now(),
  primary key (image_id, datacenter_id)
);
create index image_copy_datacenter on image_copy (datacenter_id);

-- Disks of these servers rest on the image; it cannot go.
create table image_use (
  image_id uuid not null references image (id),
  server_id uuid not null,
  since timestamptz not null default now(),
  primary key (image_id, server_id)
);
create index image_use_server on image_use (server_id);
