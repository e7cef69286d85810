-- Credit notes that wait for a second person.
alter table ledger_approval drop constraint ledger_approval_action_check;
alter table ledger_approval add constraint ledger_approval_action_check check (action in ('payment', 'credit', 'refund', 'deposit', 'creditNote'));

-- What VIES said of VAT numbers of customers: one row for a number, the last answer and when it is asked again.
create table tax_number_check (
  id bigint generated always as identity primary key,
  user_id uuid not null references user_account (id) on delete cascade,
  -- with the prefix of VIES: EL for Greece, XI for Northern Ireland
  number text not null,
  -- waiting: not asked yet, or nobody answered; a service that is away says nothing of the number
  state text not null default 'waiting' check (state in ('waiting', 'valid', 'invalid')),
  -- the proof of asking that VIES gives
  request_id text not null default '',
  name text not null default '',
  -- the day the answer bears, and when it came
  answered_for date,
  answered_at timestamptz,
  -- why nobody answered last time, as the service says it
  problem text not null default '',
  tries integer not null default 0,
  ask_at timestamptz,
  unique (user_id, number),
  check ((state = 'waiting') = (answered_at is null))
);
create index tax_number_check_ask on tax_number_check (ask_at) where ask_at is not null;
