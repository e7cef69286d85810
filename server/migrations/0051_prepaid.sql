-- How far below zero a customer who pays by deposit may go, in the currency of its company.
alter table user_account
  add column credit_limit numeric not null default 0
    constraint user_account_credit_limit check (credit_limit >= 0 and credit_limit < 1000000000000);
create index user_account_prepaid on user_account (id) where payment_type = 'Deposit';

-- What was ordered of a server and is brought about by a task: it is on no bill yet, and what it costs is spent.
create table prepaid_hold (
  server_id uuid primary key,
  payer_id uuid not null references user_account (id) on delete cascade,
  -- before tax
  amount numeric not null check (amount > 0 and amount < 1000000000000),
  currency text not null,
  -- in whole seconds, as spans begin
  held_at timestamptz not null,
  -- its task is the first of the server after this one
  after_task bigint not null,
  -- the server cost nothing before: whatever it costs is this
  is_new boolean not null
);
create index prepaid_hold_payer on prepaid_hold (payer_id);

-- What a customer who pays by deposit was told last of what is left; none while that lasts.
create table prepaid_notice (
  user_id uuid primary key references user_account (id) on delete cascade,
  -- 1: it lasts less than three days; 2: it is used up
  level smallint not null check (level in (1, 2)),
  told_at timestamptz not null
);
