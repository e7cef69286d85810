-- What an owner does with a server beyond running it: words about it, a lock, a CD to start from, snapshots that end by themselves,
-- schedules, backups, and giving it away.

alter table server
  add column description text not null default '',
  add column notes text not null default '',
  -- locked against accidents: since when, by whom, and why
  add column locked_at timestamptz,
  add column locked_by uuid references user_account (id) on delete set null,
  add column lock_reason text not null default '',
  -- the CD in its drive, and what it starts from next time
  add column iso_image_id uuid references image (id) on delete set null,
  add column boots_from text not null default 'disk' check (boots_from in ('disk', 'iso'));
create index server_locked_by on server (locked_by) where locked_by is not null;
create index server_iso on server (iso_image_id) where iso_image_id is not null;
create index server_tags on server using gin (tags);

alter table server_snapshot
  add column expires_at timestamptz,
  -- the disks it holds; null of one taken before this was kept: all there are
  add column disk_ids uuid[],
  -- snapshots of one schedule: only the latest `keep_latest` of a series stay
  add column series uuid,
  add column keep_latest integer check (keep_latest > 0);
create index server_snapshot_expiry on server_snapshot (expires_at) where expires_at is not null;
create index server_snapshot_series on server_snapshot (server_id, series, created_at) where series is not null;

-- Something done with servers at times.
create table schedule (
  id uuid primary key,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  name text not null,
  action text not null check (action in ('on', 'off', 'reboot', 'suspended', 'resumed', 'snapshot')),
  -- of snapshots: how many of them stay
  keep integer check (keep between 1 and 30),
  -- one server, or all of the owner's with the tag
  server_id uuid references server (id) on delete cascade,
  tag text,
  -- minute, hour, day of the month, month, day of the week, as in crontab(5)
  cron text not null,
  time_zone text not null,
  is_enabled boolean not null default true,
  next_at timestamptz,
  -- in whose name it is done: what that person may not do any more is refused
  created_by uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  check ((server_id is null) <> (tag is null)),
  check ((action = 'snapshot') = (keep is not null))
);
create index schedule_due on schedule (next_at) where is_enabled;
create index schedule_owner on schedule (owner_id, id);
create index schedule_site on schedule (site_id);
create index schedule_server on schedule (server_id);
create index schedule_created_by on schedule (created_by);

create table schedule_run (
  id bigint generated always as identity primary key,
  schedule_id uuid not null references schedule (id) on delete cascade,
  due_at timestamptz not null,
  ran_at timestamptz not null default now(),
  -- missed: the portal did not run then, and nothing was done
  state text not null check (state in ('started', 'missed')),
  -- for each server its task, or why not: [{"serverId", "name", "cmdId" | "refusal": {"name", "values"}}]
  results jsonb not null default '[]'
);
create index schedule_run_latest on schedule_run (schedule_id, id desc);
create index schedule_run_age on schedule_run (ran_at);

-- How a server with backup is backed up.
create table backup_policy (
  server_id uuid primary key references server (id) on delete cascade,
  -- minute of the day in the zone
  at_minute integer not null check (at_minute between 0 and 1439),
  time_zone text not null,
  keep_daily integer not null default 7 check (keep_daily between 1 and 31),
  keep_weekly integer not null default 4 check (keep_weekly between 0 and 52),
  keep_monthly integer not null default 3 check (keep_monthly between 0 and 24),
  -- how often the latest is started to see whether it lives
  test_every text not null default 'monthly' check (test_every in ('never', 'weekly', 'monthly')),
  next_at timestamptz,
  tested_at timestamptz
);
create index backup_policy_due on backup_policy (next_at);

-- A backup outlives its server: it knows itself what it is of.
create table server_backup (
  id uuid primary key,
  server_id uuid not null,
  server_name text not null,
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  datacenter_id uuid not null references datacenter (id),
  kind text not null check (kind in ('scheduled', 'manual')),
  state text not null default 'creating' check (state in ('creating', 'ready', 'deleting')),
  -- what the server was made of: {"cpuType", "cores", "ramMb", "image": …, "disks": [{"id", "sizeGb", "bytes", "sha256"}], …}
  configuration jsonb not null,
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  created_by uuid references user_account (id),
  created_at timestamptz not null default now(),
  -- why it cannot be relied on: a file is gone or is not what it was
  problem text
);
create index server_backup_server on server_backup (server_id, created_at);
create index server_backup_owner on server_backup (owner_id, created_at, id);
create index server_backup_site on server_backup (site_id);
create index server_backup_datacenter on server_backup (datacenter_id);
create index server_backup_created_by on server_backup (created_by);

-- A backup that was started on its own, without a network, to see whether it lives.
create table backup_test (
  id uuid primary key,
  backup_id uuid not null references server_backup (id) on delete cascade,
  -- alive: its system asked for a name or answered; unclear: it ran, but gave no sign; silent: nothing was seen; failed: could not be tried
  result text check (result in ('alive', 'unclear', 'silent', 'failed')),
  evidence text not null default '',
  seconds integer,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index backup_test_backup on backup_test (backup_id, started_at);
create index backup_test_running on backup_test (id) where ended_at is null;

-- A server that is offered to somebody else of the same site.
create table server_transfer (
  id uuid primary key,
  server_id uuid not null references server (id) on delete cascade,
  server_name text not null,
  site_id uuid not null references site (id),
  from_user_id uuid not null references user_account (id),
  to_email text not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz
);
create unique index server_transfer_open on server_transfer (server_id) where state = 'open';
create index server_transfer_from on server_transfer (from_user_id, created_at);
create index server_transfer_to on server_transfer (site_id, to_email, created_at);
