-- What connects a reseller's account with its partner account at Microsoft.

create table partner_connection (
  user_id uuid primary key references user_account (id),
  -- the number of the partner network
  partner_id text not null default '',
  user_name text not null,
  app_id text not null,
  tenant_id text not null,
  -- sealed; nothing ever shows them again
  password bytea not null,
  app_secret bytea not null,
  import_url text not null default '',
  changed_at timestamptz not null default now()
);
