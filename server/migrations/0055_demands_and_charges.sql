-- A demand for a deposit waits for a second person too. It books nothing, so that what was agreed to of it has no transaction; where the company
-- has no smallest deposit it has no amount either.
alter table ledger_approval drop constraint ledger_approval_action_check;
alter table ledger_approval add constraint ledger_approval_action_check
  check (action in ('payment', 'credit', 'charge', 'refund', 'writeOff', 'deposit', 'creditNote', 'forceDeposit'));
alter table ledger_approval drop constraint ledger_approval_amount_check;
alter table ledger_approval add constraint ledger_approval_amount_check
  check ((amount > 0 or action = 'forceDeposit' and amount = 0) and amount <> 'NaN');
do $$
declare
  found text;
begin
  select conname into strict found from pg_constraint
    where conrelid = 'ledger_approval'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%transaction_id IS NOT NULL%';
  execute format('alter table ledger_approval drop constraint %I', found);
end $$;
alter table ledger_approval add constraint ledger_approval_booked_check
  check ((state = 'approved' and action <> 'forceDeposit') = (transaction_id is not null));
create unique index ledger_approval_demand on ledger_approval (company_id, user_id) where action = 'forceDeposit' and state = 'waiting';

-- Who sat there, also in another's place: nobody agrees to what he asked for so.
alter table ledger_approval add column asked_person uuid references user_account (id);
update ledger_approval set asked_person = asked_by;
alter table ledger_approval alter column asked_person set not null;

-- Demands that one person made without a second one: in parts they count as in one.
create table deposit_demand_alone (
  id bigint generated always as identity primary key,
  company_id uuid not null references company (id),
  user_id uuid not null references user_account (id),
  person_id uuid not null references user_account (id),
  -- in the currency of the company
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN'),
  at timestamptz not null
);
create index deposit_demand_alone_of_day on deposit_demand_alone (company_id, person_id, at);

-- A line of a batch that waits for a second person is neither done nor refused.
alter table account_batch_line drop constraint account_batch_line_state_check;
alter table account_batch_line add constraint account_batch_line_state_check check (state in ('waiting', 'asked', 'done', 'refused'));
alter table account_batch add column person_id uuid references user_account (id);
update account_batch set person_id = created_by;
alter table account_batch alter column person_id set not null;

-- What a clerk charges is an invoice of its own, of no month like that of a late fee: the line says for what, and here stands who charged it.
alter table invoice drop constraint invoice_of_month_or_fee;
alter table invoice add constraint invoice_of_month_or_fee check (period is null or fee_for is null);
drop index invoice_fee;
create index invoice_of_no_month on invoice (company_id) where period is null;

create table invoice_charge (
  invoice_id uuid primary key references invoice (id),
  reason text not null,
  -- before tax, as it was asked for
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN'),
  may_owe boolean not null,
  charged_by uuid not null references user_account (id),
  charged_at timestamptz not null,
  -- the second person, where one had to agree
  approved_by uuid references user_account (id) check (approved_by <> charged_by)
);
create trigger invoice_charge_append_only before update or delete or truncate on invoice_charge for each statement execute function refuse_change();

-- Charges of before they had an invoice: no other is without.
create table ledger_bare_charge (transaction_id uuid primary key references ledger_transaction (id));
insert into ledger_bare_charge (transaction_id)
  select t.id from ledger_transaction t
  where t.kind = 'charge' and not exists (select from invoice i where i.transaction_id = t.id);
