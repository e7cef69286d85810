-- Budgets: how much an account wants to spend in a calendar month, and what is done when that comes near. What was spent is never kept as truth:
-- it is what the last check reckoned from the spans.

create table budget (
  id uuid primary key,
  owner_id uuid not null references user_account (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- null: everything the account and its children use; else their servers with this tag
  tag text,
  -- a month; NaN and Infinity are not below the limit
  amount numeric not null check (amount > 0 and amount < 1000000000000),
  currency text not null,
  -- who set it, and as what: 0 for himself, 1 for a child, 2 as an administrator; who stands lower does not change it
  set_by uuid references user_account (id) on delete set null,
  authority smallint not null check (authority between 0 and 2),
  created_at timestamptz not null,
  -- what the last check saw; all null until the first
  month date,
  month_ends timestamptz,
  spent numeric,
  forecast numeric,
  -- of what is spent besides in other currencies, which are not counted
  other_currencies text[] not null default '{}',
  checked_at timestamptz,
  check (num_nulls(month, month_ends, spent, forecast, checked_at) in (0, 5))
);
create index budget_owner on budget (owner_id);
create index budget_set_by on budget (set_by);
create index budget_due on budget (checked_at);

create table budget_threshold (
  budget_id uuid not null references budget (id) on delete cascade,
  -- of what was spent, or of what the month comes to if all goes on as it is
  basis text not null check (basis in ('actual', 'forecast')),
  percent integer not null check (percent between 1 and 1000),
  blocks boolean not null,
  powers_off boolean not null,
  primary key (budget_id, basis, percent)
);

-- A threshold that was reached, with what it was reached with.
create table budget_event (
  id bigint generated always as identity primary key,
  budget_id uuid not null references budget (id) on delete cascade,
  at timestamptz not null,
  month date not null,
  month_ends timestamptz not null,
  basis text not null check (basis in ('actual', 'forecast')),
  percent integer not null,
  blocks boolean not null,
  powers_off boolean not null,
  spent numeric not null,
  forecast numeric not null,
  amount numeric not null,
  currency text not null,
  -- its block was lifted
  lifted_at timestamptz,
  lifted_by uuid references user_account (id) on delete set null,
  -- the budget was raised above it or its threshold changed: it counts no more and may be reached again
  retired_at timestamptz
);
-- Once a month, whoever checks and however many do.
create unique index budget_event_once on budget_event (budget_id, month, basis, percent) where retired_at is null;
create index budget_event_history on budget_event (budget_id, at desc, id desc);
create index budget_event_lifted_by on budget_event (lifted_by) where lifted_by is not null;

-- A server that is to be turned off by a threshold, and what came of it.
create table budget_stop (
  event_id bigint not null references budget_event (id) on delete cascade,
  server_id uuid not null,
  server_name text not null,
  -- waiting: to be asked for, again while the server is busy; asked: the task is in the queue; refused: it was left on; dropped: not wanted any more
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'refused', 'dropped')),
  cmd_id bigint,
  refusal jsonb,
  tried_at timestamptz,
  primary key (event_id, server_id)
);
create index budget_stop_waiting on budget_stop (tried_at) where state = 'waiting';

-- Servers that had the tag of a budget: what one cost in the month it was deleted in counts on.
create table budget_server (
  budget_id uuid not null references budget (id) on delete cascade,
  server_id uuid not null,
  seen_at timestamptz not null,
  primary key (budget_id, server_id)
);
create index budget_server_seen on budget_server (seen_at);
