-- What is put into servers: commands run inside (servicelets), application packages, and cloud-init policies.

create table servicelet (
  id uuid primary key,
  server_id uuid not null references server (id) on delete cascade,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  kind text not null check (kind in ('command', 'install', 'check', 'upgrade', 'remove')),
  -- {"en": "…", "he": "…"}
  title jsonb not null,
  script text not null,
  -- sealed (server/platform/secrets): values handed to the script, as JSON; gone when it has ended
  environment bytea,
  timeout_seconds integer not null check (timeout_seconds between 5 and 7200),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'timedOut', 'cancelled')),
  exit_code integer,
  -- the end of what it printed, of both its outputs
  output text not null default '',
  is_truncated boolean not null default false,
  -- how much of the output in the guest has been read
  read_bytes bigint not null default 0,
  -- why it could not be run, in words
  problem jsonb,
  cmd_id bigint,
  created_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index servicelet_of_server on servicelet (server_id, created_at desc);
create index servicelet_age on servicelet (created_at) where ended_at is not null;

create table app_package (
  id uuid primary key,
  -- null: comes with the portal, and every site may offer it
  site_id uuid references site (id),
  code text not null check (code ~ '^[a-z][a-z0-9-]{1,39}$'),
  kind text not null check (kind in ('app', 'desktop', 'service')),
  created_at timestamptz not null default now(),
  created_by uuid
);
create unique index app_package_code on app_package (coalesce(site_id, '00000000-0000-0000-0000-000000000000'), code);

-- A version never changes once it is there.
create table app_package_version (
  package_id uuid not null references app_package (id) on delete cascade,
  version text not null,
  -- counts up; the highest that is not withdrawn is offered
  number integer not null,
  manifest jsonb not null,
  -- {"install": "#!/bin/sh …", "check": …}
  scripts jsonb not null,
  -- sha-256 of manifest and scripts
  digest text not null,
  is_withdrawn boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (package_id, version)
);
create unique index app_package_version_number on app_package_version (package_id, number);

-- What a site says about a package; without a row it offers it.
create table app_package_site (
  package_id uuid not null references app_package (id) on delete cascade,
  site_id uuid not null references site (id),
  is_enabled boolean not null,
  primary key (package_id, site_id)
);

-- The package that a server was made with.
create table server_app (
  server_id uuid primary key references server (id) on delete cascade,
  package_id uuid not null references app_package (id),
  version text not null,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  -- waiting: until the server is on and answers
  state text not null default 'waiting' check (state in ('waiting', 'installing', 'installed', 'failed', 'upgrading', 'removing', 'removed')),
  parameters jsonb not null,
  -- sealed: {"name": "value"}; gone once they were shown
  secrets bytea,
  -- the last servicelet that worked on it
  servicelet_id uuid,
  health text not null default 'unknown' check (health in ('unknown', 'healthy', 'unhealthy')),
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  installed_at timestamptz
);
create index server_app_waiting on server_app (created_at) where state = 'waiting';
create index server_app_package on server_app (package_id, version);

create table cloudinit_policy (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id),
  name text not null,
  description text not null default '',
  is_enabled boolean not null default true,
  -- [{"path", "content", "owner", "permissions"}]
  files jsonb not null default '[]',
  -- [{"name", "content"}]: cloud-config or scripts
  configurations jsonb not null default '[]',
  -- [{"name", "state"}]
  services jsonb not null default '[]',
  created_at timestamptz not null default now(),
  created_by uuid,
  changed_at timestamptz not null default now()
);
create unique index cloudinit_policy_name on cloudinit_policy (site_id, lower(name));
