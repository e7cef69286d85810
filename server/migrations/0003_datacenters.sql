-- Where servers can be made, and which engine runs them there.

create table datacenter (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9][a-z0-9-]{0,30}$'),
  name text not null check (name <> ''),
  region text not null default '',
  -- ISO 3166-1 alpha-2
  country text check (country ~ '^[A-Z]{2}$'),
  engine text not null,
  engine_settings jsonb not null default '{}',
  -- closed ones keep their servers, but no new ones are made in them
  is_enabled boolean not null default true,
  -- made by the portal for the machine it runs on, and opened or closed by it as engines come and go
  is_automatic boolean not null default false,
  cpu_types text[] not null default '{A,B,T,D}' check (cpu_types <@ '{A,B,T,D}'),
  -- null: as much as its largest host has
  max_cores integer check (max_cores > 0),
  max_ram_mb integer check (max_ram_mb > 0),
  created_at timestamptz not null default now()
);
create unique index datacenter_automatic on datacenter (engine) where is_automatic;
