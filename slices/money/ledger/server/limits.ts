import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { allocatedCharges } from './posting/allocation.ts';
import { refundedAmount } from './refundedAmount.ts';

/** The refundable part of a charge or deposit, as exact decimal text. */
export interface Limit {
  id: string;
  /**
   * As a reduction of the next bill: the part neither refunded nor written off. For a deposit as
   * money: the unspent part.
   */
  refundable: string;
  /**
   * As money. For a charge: the part paid with money. For a deposit: the unspent part. Never more
   * than total payments minus payouts.
   */
  sendable: string;
}

interface Calculated extends Limit {
  /** The refund exceeds the refundable amount. */
  isTooMuch: boolean;
  /** The refund includes a written-off amount. */
  isGivenUp: boolean;
  /**
   * The refund exceeds what was paid in, because part was a credit, unpaid, or already refunded.
   */
  isUnpaid: boolean;
}

export interface CustomerOfCompany {
  id: string;
  company: { id: string };
}

/**
 * Calculates the limits for charges and deposits of a customer. `additionalAmount` is an amount to exclude,
 * for a refund that is already posted. The caller must lock the customer's account before checking
 * the limit.
 */
export async function limitsOf(
  ctx: Pick<Context, 'db'>,
  customer: CustomerOfCompany,
  ids: readonly string[],
  additionalAmount = '0',
): Promise<Calculated[]> {
  const scope = sql`t.user_id = ${customer.id} and t.company_id = ${customer.company.id}`;
  const { rows } = await sql<Calculated>`
    with original as materialized (
      select t.id, t.kind, t.currency, t.amount - (select ${refundedAmount} from ledger_transaction given where given.refunds = t.id) as open,
        coalesce((select sum(g.amount) from ledger_write_off_part g where g.charge_id = t.id), 0) as given_up,
        coalesce((select sum(r.amount) from ledger_transaction r where r.refunds = t.id and r.refund_kind = 'moneyBack'), 0) as sent
      from ledger_transaction t where ${scope} and t.id = any(${[...ids]}::uuid[]) and t.kind in ('charge', 'deposit')),
    -- Where each charge lies among all charges, as far as it is paid, and where what paid them lies among all that came.
    paid as materialized (
      select a.id, a.currency, sum(a.amount) over before_it - a.amount as low, sum(a.amount) over before_it - a.unpaid as high
      from ${allocatedCharges(scope)} a window before_it as (partition by a.currency order by a.sequence)),
    came as materialized (
      select c.currency, c.kind, sum(c.amount) over before_it - c.amount as low, sum(c.amount) over before_it as high
      from (
        select t.currency, t.kind, t.sequence, case t.kind when 'credit' then t.amount
          when 'deposit' then greatest(0, t.amount - (select ${refundedAmount} from ledger_transaction given where given.refunds = t.id))
          else (select g.amount from ledger_write_off_part g where g.write_off_id = t.id and g.charge_id is null) end as amount
        from ledger_transaction t where ${scope} and t.kind in ('deposit', 'credit', 'writeOff')) c
      where c.amount > 0 window before_it as (partition by c.currency order by c.sequence)),
    money as (
      select t.currency, sum(case when t.kind in ('deposit', 'disputeReturn') then t.amount
        when t.kind = 'dispute' or t.refund_kind = 'moneyBack' then -t.amount else 0 end) as amount
      from ledger_transaction t where ${scope} group by t.currency),
    reckoned as (
      select o.id, o.open, o.open - o.given_up as kept, money.amount as money,
        case o.kind when 'deposit' then (
          select coalesce(sum(p.amount), 0) from ledger_account a left join ledger_posting p on p.account_id = a.id
          where a.user_id = ${customer.id} and a.company_id = ${customer.company.id} and a.currency = o.currency) end as unspent,
        case o.kind when 'charge' then coalesce((
          select sum(greatest(0, least(p.high, c.high) - greatest(p.low, c.low)))
          from paid p join came c on c.currency = p.currency and c.kind = 'deposit' and c.low < p.high and c.high > p.low
          where p.id = o.id), 0) - o.sent end as by_money
      from original o join money using (currency))
    select id, trim_scale(greatest(0, least(open, kept, case when unspent is not null then money end) + ${additionalAmount}::numeric))::text as refundable,
      trim_scale(greatest(0, least(least(open, kept, money, by_money) + ${additionalAmount}::numeric, unspent)))::text as sendable,
      open < 0 as "isTooMuch", kept < 0 as "isGivenUp", least(money, by_money) < 0 as "isUnpaid"
    from reckoned`.execute(ctx.db);
  return rows;
}
