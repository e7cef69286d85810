-- Lists of users, and what is done with many accounts at once.
--
-- The list answers any filter and sort with 100,000 accounts in 50 ms (bench/users-list.bench.ts). `explain (analyze, buffers)`
-- decided what is here: without the indexes a page was a sort of all rows (60–110 ms); with one index for each order it is a walk
-- of some dozen entries (below 1 ms). What is left is the total, which has to look at everything that matches: it reads the
-- narrow index at the end of this part without touching the table.

alter table user_account
  -- what the list is sorted by as "name"
  add column name_key text generated always as (lower(trim(first_name || ' ' || last_name))) stored,
  -- what the search looks into
  add column search_text text generated always as (lower(email || ' ' || first_name || ' ' || last_name)) stored;

create index user_list_email on user_account (email_key, id) where deleted_at is null;
create index user_list_name on user_account (name_key, id) where deleted_at is null;
create index user_list_created on user_account (created_at, id) where deleted_at is null;
create index user_list_login on user_account (coalesce(last_login_at, '-infinity'::timestamptz), id) where deleted_at is null;
create index user_list_role on user_account (role, id) where deleted_at is null;
create index user_list_state on user_account (account_state, id) where deleted_at is null;
-- totals: every filter of the list and, carried along, the text, so that a search with many hits (a single letter, a common name)
-- counts them here rather than row by row in the table. The id comes along for slices/users/server/list.ts, which first asks for
-- the few that match: walking an order in the hope of meeting them soon took 150–300 ms when they stood at its end
create index user_list_count on user_account (site_id, role, account_state, is_enabled, parent_id) include (search_text, id) where deleted_at is null;

-- Part of an address or a name is found by trigrams. A database that does not offer them still searches, by reading all.
do $$
begin
  create extension if not exists pg_trgm;
  create index user_search on user_account using gin (search_text gin_trgm_ops) where deleted_at is null;
exception when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'this database has no pg_trgm: searching users reads all of them';
end $$;

-- The servers that a suspension turned off; resuming the account turns them on again.
create table account_suspended_server (
  user_id uuid not null references user_account (id),
  server_id uuid not null,
  primary key (user_id, server_id)
);

-- One order to do something with many accounts, and what became of each.
create table account_batch (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('suspend', 'resume', 'terminate', 'forceDeposit')),
  -- whose order it is; who may read it
  site_id uuid not null references site (id),
  created_by uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  -- the account state a suspension leads to, and what is written as its reason
  detail jsonb not null default '{}',
  -- the task that does it
  cmd_id bigint,
  -- the order that this one takes back
  undoes uuid references account_batch (id)
);
create index account_batch_list on account_batch (created_by, created_at desc);
create index account_batch_undone on account_batch (undoes) where undoes is not null;

create table account_batch_line (
  batch_id uuid not null references account_batch (id),
  position integer not null,
  user_id uuid not null references user_account (id),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- the states before and after, for the undo
  before jsonb,
  after jsonb,
  note text not null default '',
  primary key (batch_id, position)
);
