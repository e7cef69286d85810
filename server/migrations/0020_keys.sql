-- API keys: what programs call with instead of a session, and the sandbox that test keys work in.

-- One below each site whose people use test keys. Nobody signs in there, and no administrator sees what is in it.
alter table site add column is_sandbox boolean not null default false;
create unique index site_sandbox on site (parent_id) where is_sandbox;

-- Who the calls of an account's test keys count as.
alter table user_account add column sandbox_of uuid references user_account (id);
create unique index user_account_sandbox on user_account (sandbox_of) where sandbox_of is not null;

alter table datacenter add column is_sandbox boolean not null default false;
create unique index datacenter_sandbox on datacenter (is_sandbox) where is_sandbox;

-- The public id of the key a call came with.
alter table audit_entry add column api_key text;
create index audit_entry_key on audit_entry (api_key, id desc) where api_key is not null;

create table api_key (
  id uuid primary key default gen_random_uuid(),
  client_id text not null unique check (client_id ~ '^(live|test)-[a-z2-7]{20}$'),
  owner_id uuid not null references user_account (id),
  site_id uuid not null references site (id),
  name text not null,
  type text not null check (type in ('server', 'billing', 'external')),
  is_test boolean not null default false,
  -- permissions; at each call only those that the owner still holds count
  scopes text[] not null,
  -- keyed hash; the secret itself is nowhere
  secret_hash bytea not null,
  -- counts the secrets, so that a token knows of which one it was made
  generation integer not null default 1,
  -- after a rotation the secret before goes on until then
  previous_hash bytea,
  previous_until timestamptz,
  allowed_ips cidr[] not null default '{}',
  rate_per_minute integer not null check (rate_per_minute between 1 and 60000),
  expires_at timestamptz,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  rotated_at timestamptz,
  last_used_at timestamptz,
  last_ip text,
  -- kept so that the record of what it did can be read
  deleted_at timestamptz
);
create index api_key_owner on api_key (owner_id) where deleted_at is null;
create index api_key_site on api_key (site_id) where deleted_at is null;

-- The servers a key of type server is bound to. One that is gone stays here and opens nothing.
create table api_key_server (
  key_id uuid not null references api_key (id) on delete cascade,
  server_id uuid not null,
  primary key (key_id, server_id)
);

-- How fast a key is used, over all processes. Worth nothing after a crash, so nothing is kept of it then.
create unlogged table api_key_pace (
  key_id uuid primary key references api_key (id) on delete cascade,
  -- when its calls so far would have been made at the steady rate
  paced_until timestamptz not null
) with (fillfactor = 50);
