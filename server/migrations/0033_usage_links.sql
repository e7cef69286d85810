-- Addresses at which a usage report can be fetched by whoever has them, for a while. Only a digest of the secret in them is kept.
create table usage_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  -- who made it; it ends when that account does
  created_by uuid not null references user_account (id) on delete cascade,
  -- whose usage
  user_id uuid not null references user_account (id) on delete cascade,
  period text not null check (period ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  transition text not null,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index usage_link_created_by on usage_link (created_by);
