-- Money that a payer's bank or provider takes back, what goes back at a provider's own pages, and what a second person agrees to.

alter table ledger_transaction drop constraint ledger_transaction_kind_check;
-- dispute: taken back by the payer's bank; disputeReturn: given to the seller again
alter table ledger_transaction add constraint ledger_transaction_kind_check
  check (kind in ('deposit', 'credit', 'charge', 'refund', 'writeOff', 'dispute', 'disputeReturn'));
alter table ledger_transaction drop constraint ledger_transaction_check1;
-- `refunds`: what is given back, or whose dispute it is about
alter table ledger_transaction add constraint ledger_transaction_refers check (
  (kind = 'refund') = (refund_kind is not null) and (kind in ('refund', 'dispute', 'disputeReturn')) = (refunds is not null));

alter table payment_order drop constraint payment_order_attention_check;
alter table payment_order add constraint payment_order_attention_check check (attention in ('paidLate', 'amountDiffers', 'refundDiffers'));

-- Made at the provider's own pages, not by the portal.
alter table payment_refund add column by_provider boolean not null default false;

alter table payment_dispute add column id uuid not null default gen_random_uuid() unique;
-- so much of it is taken away now, and booked so
alter table payment_dispute add column withdrawn numeric(20, 4) not null default 0 check (withdrawn >= 0 and withdrawn <> 'NaN');
-- how often money moved: the number of the next booking
alter table payment_dispute add column bookings integer not null default 0;
alter table payment_dispute add column fee numeric(20, 4);
-- until when the seller may answer
alter table payment_dispute add column due_at timestamptz;
alter table payment_dispute add column look_at timestamptz;
alter table payment_dispute add column looks integer not null default 0;
create index payment_dispute_look on payment_dispute (look_at) where look_at is not null;

-- Above it, deposits and credit that a person books and refunds wait for a second person, in the currency of the company; null: never.
alter table company add column approval_above numeric(20, 4) default 1000 check (approval_above >= 0 and approval_above <> 'NaN');

create table ledger_approval (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null references company (id),
  -- the customer
  user_id uuid not null references user_account (id),
  action text not null check (action in ('payment', 'credit', 'refund', 'deposit')),
  -- what was asked for, as it is booked, under a key within the company
  booking jsonb not null,
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN'),
  currency text not null,
  reason text not null,
  idempotency_key text not null,
  asked_by uuid not null references user_account (id),
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  decided_by uuid references user_account (id),
  decided_at timestamptz,
  note text not null default '',
  transaction_id uuid unique references ledger_transaction (id),
  -- never the one who asked
  check (decided_by <> asked_by or state = 'declined'),
  check ((state = 'waiting') = (decided_by is null) and (state = 'waiting') = (decided_at is null)),
  check ((state = 'approved') = (transaction_id is not null))
);
-- What was declined may be asked for again.
create unique index ledger_approval_key on ledger_approval (company_id, idempotency_key) where state <> 'declined';
create index ledger_approval_waiting on ledger_approval (company_id, asked_at) where state = 'waiting';
create index ledger_approval_customer on ledger_approval (user_id, asked_at desc);
