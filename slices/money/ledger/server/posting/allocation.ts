import { type RawBuilder, sql } from 'kysely';

/**
 * SQL over a charge `t`: the amount left after credits and write-offs. Negative if a written-off
 * amount was refunded.
 */
export const chargeRemainder: RawBuilder<unknown> = sql`
  t.amount - coalesce((select sum(r.amount) from ledger_transaction r where r.refunds = t.id and r.refund_kind = 'reduction'), 0)
    - coalesce((select sum(g.amount) from ledger_write_off_part g where g.charge_id = t.id), 0)`;

/**
 * The unpaid part of each charge. All payments and credits are allocated to the oldest charges
 * first, regardless of their purpose. Derived from the transactions on each call, so the unpaid
 * amounts always add up exactly to the amount due. Credits and write-offs reduce their charge.
 * Refunded deposits and chargebacks don't count as payments. Charges on hold are excluded until
 * they are released, and then count as the newest. `scope` is a condition on `ledger_transaction
 * t`. Returns company_id, user_id, currency, id, sequence, amount, unpaid, and up_to: the payment
 * needed to cover this charge and all older ones. `due` is the unpaid amount if `assumedPayments` were paid
 * too: a relation of company_id, user_id, currency and amount.
 */
export const allocatedCharges = (
  scope: RawBuilder<unknown>,
  assumedPayments: RawBuilder<unknown> = emptyRows,
): RawBuilder<unknown> => sql`(
  with besides as (select company_id, user_id, currency, sum(amount) as amount from ${assumedPayments} b group by company_id, user_id, currency),
  moved as (
    select t.company_id, t.user_id, t.currency, t.id, coalesce(w.sequence, t.sequence) as sequence, t.kind, charge."left",
      case when t.kind in ('deposit', 'credit', 'disputeReturn') then t.amount
        when t.kind = 'dispute' then -t.amount
        when t.kind = 'writeOff' then coalesce((select g.amount from ledger_write_off_part g where g.write_off_id = t.id and g.charge_id is null), 0)
        when t.refund_kind = 'moneyBack' and o.kind = 'deposit' then -t.amount else 0 end as paid
    from ledger_transaction t left join ledger_transaction o on o.id = t.refunds left join ledger_withheld w on w.transaction_id = t.id
      -- looked up once a row, however often it is used below
      cross join lateral (select case when t.kind = 'charge' then ${chargeRemainder} end as "left" offset 0) as charge
    where ${scope} and (w.transaction_id is null or w.sequence is not null)),
  counted as (
    select company_id, user_id, currency, id, sequence, kind, coalesce(greatest("left", 0), 0) as amount, paid - coalesce(least("left", 0), 0) as paid
    from moved),
  -- One pass, without a join of sums to rows: how many of either there are is nothing the database can foresee.
  reckoned as (
    select counted.*, sum(amount) over (debt order by sequence rows unbounded preceding) - sum(paid) over debt as short
    from counted window debt as (partition by company_id, user_id, currency))
  select r.company_id, r.user_id, r.currency, r.id, r.sequence, r.amount, greatest(0, r.short) as up_to, least(r.amount, greatest(0, r.short)) as unpaid,
    least(r.amount, greatest(0, r.short - coalesce(besides.amount, 0))) as due
  from reckoned r left join besides using (company_id, user_id, currency) where r.kind = 'charge')`;

const emptyRows = sql`(select null::uuid as company_id, null::uuid as user_id, null::text as currency, 0::numeric as amount where false)`;
