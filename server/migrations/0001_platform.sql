-- The core that the platform itself stands on: sites, accounts, sessions, settings, audit, idempotency, crash reports.

create table site (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid references site (id),
  -- ids from the root site down to this one, so that "this site and those below" is a prefix test
  path text not null unique,
  name text not null,
  hosts text[] not null default '{}',
  system_name text not null default 'Cloudberth',
  copyright text not null default '',
  theme jsonb not null default '{}',
  logo bytea,
  logo_type text,
  languages text[] not null default '{en,he}',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null default now()
);
create index site_parent on site (parent_id);

create table user_account (
  id uuid primary key default gen_random_uuid(),
  site_id uuid not null references site (id),
  parent_id uuid references user_account (id),
  email text not null,
  email_key text generated always as (lower(email)) stored,
  password_hash text,
  role text not null default 'user' check (role in ('root', 'siteAdmin', 'billingAdmin', 'user')),
  account_state text not null default 'Ok' check (account_state in ('Ok', 'Warning', 'Suspended-Policy', 'Suspended-Billing', 'Locked')),
  billing_state smallint not null default 0,
  external_state smallint not null default 0,
  payment_type text not null default 'Credit Card',
  is_enabled boolean not null default true,
  is_parent_locked boolean not null default false,
  is_email_validated boolean not null default true,
  allows_email_login boolean not null default true,
  -- ends a session that moves to another address (specification code 56)
  binds_session_to_ip boolean not null default false,
  language text,
  time_zone text,
  date_format text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index user_account_email on user_account (site_id, email_key) where deleted_at is null;
create index user_account_parent on user_account (parent_id);

create table session (
  -- sha-256 of the cookie's value; the value itself is nowhere
  id_hash bytea primary key,
  user_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text not null,
  user_agent text not null default '',
  ended_at timestamptz,
  -- loggedOut, disconnected, ipChanged, expired
  end_reason text
);
create index session_by_user on session (user_id) where ended_at is null;
create index session_by_expiry on session (expires_at);

-- Failed log-ins per site and address, whether an account with that address exists or not.
create table login_lock (
  site_id uuid not null references site (id),
  email_key text not null,
  failures integer not null default 0,
  first_failure_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (site_id, email_key)
);

create table setting (
  site_id uuid not null references site (id),
  id text not null,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid references user_account (id),
  primary key (site_id, id)
);

create table idempotency (
  actor_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_age on idempotency (created_at);

create table crash_report (
  id bigint generated always as identity primary key,
  site_id uuid references site (id),
  user_id uuid references user_account (id),
  at timestamptz not null default now(),
  message text not null,
  stack text not null default '',
  page text not null default '',
  user_agent text not null default ''
);

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  site_id uuid,
  actor_id uuid,
  on_behalf_of uuid,
  ip text not null default '',
  request_id text not null default '',
  operation text not null,
  -- done, refused, failed
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  target_type text,
  target_id text,
  before jsonb,
  after jsonb,
  detail jsonb
);
create index audit_entry_target on audit_entry (target_type, target_id, id desc);
create index audit_entry_actor on audit_entry (actor_id, id desc);
create index audit_entry_at on audit_entry (at);

-- The hash chain over audit entries, sealed shortly after they are committed. Kept apart so that entries are never updated.
create table audit_seal (
  sequence bigint primary key,
  entry_id bigint not null unique references audit_entry (id),
  hash bytea not null,
  sealed_at timestamptz not null default clock_timestamp()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry for each statement execute function refuse_change();
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();
