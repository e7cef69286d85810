-- Which charges a write-off gave up, decided when it was booked: what was given up is never given back. Without a charge: what was owed
-- for none, since more of a deposit was taken back than was left of it.
create table ledger_write_off_part (
  write_off_id uuid not null references ledger_transaction (id),
  charge_id uuid references ledger_transaction (id),
  amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN'),
  unique nulls not distinct (write_off_id, charge_id)
);
create index ledger_write_off_part_charge on ledger_write_off_part (charge_id) where charge_id is not null;
create trigger ledger_write_off_part_append_only before update or delete or truncate on ledger_write_off_part
  for each statement execute function refuse_change();

-- Those of before gave up the oldest of what was unpaid when they were booked.
with holder as (select distinct company_id, user_id, currency from ledger_transaction where kind = 'writeOff'),
moved as (
  select t.*, coalesce(sum(case when t.kind in ('deposit', 'credit', 'writeOff', 'disputeReturn') then t.amount
      when t.kind = 'dispute' or (t.refund_kind = 'moneyBack' and o.kind = 'deposit') then -t.amount else 0 end)
    over (partition by t.company_id, t.user_id, t.currency order by t.sequence rows between unbounded preceding and 1 preceding), 0) as paid_before
  from ledger_transaction t join holder using (company_id, user_id, currency) left join ledger_transaction o on o.id = t.refunds),
owed as (
  select w.id as write_off_id, c.id as charge_id, w.paid_before as low, w.paid_before + w.amount as high, o.amount,
    sum(o.amount) over (partition by w.id order by c.sequence) as up_to
  from moved w join moved c on c.kind = 'charge' and c.sequence < w.sequence and (c.company_id, c.user_id, c.currency) = (w.company_id, w.user_id, w.currency)
  cross join lateral (
    select c.amount - coalesce(sum(r.amount), 0) as amount from ledger_transaction r
    where r.refunds = c.id and r.refund_kind = 'reduction' and r.sequence < w.sequence) o
  where w.kind = 'writeOff'),
part as (select write_off_id, charge_id, least(up_to, high) - greatest(up_to - amount, low) as amount from owed)
insert into ledger_write_off_part (write_off_id, charge_id, amount)
  select write_off_id, charge_id, amount from part where amount > 0
  union all
  select w.id, null, w.amount - p.amount
  from moved w cross join lateral (
    select coalesce(sum(part.amount), 0) as amount from part where part.write_off_id = w.id and part.amount > 0) p
  where w.kind = 'writeOff' and w.amount > p.amount;

-- What one person booked by hand without a second one, and who that was: also when acting for somebody else.
create table ledger_by_hand (
  transaction_id uuid primary key references ledger_transaction (id),
  person_id uuid not null references user_account (id)
);
insert into ledger_by_hand (transaction_id, person_id)
  select t.id, t.by_user from ledger_transaction t
  where t.by_user is not null and t.kind in ('deposit', 'credit', 'charge', 'writeOff') and t.at > now() - interval '24 hours'
    and not exists (select from ledger_approval a where a.transaction_id = t.id)
    and not exists (select from payment_order p where p.transaction_id = t.id)
    and not exists (select from invoice i where i.transaction_id = t.id);

-- Charges and write-offs wait for a second person too.
alter table ledger_approval drop constraint ledger_approval_action_check;
alter table ledger_approval add constraint ledger_approval_action_check
  check (action in ('payment', 'credit', 'charge', 'refund', 'writeOff', 'deposit', 'creditNote'));
