import { type RawBuilder, sql } from 'kysely';
import { discountLines } from '../estimate/discounted.ts';
import { type RatedMonth, rating, spansOfMonth } from '../rating/rating.ts';

/**
 * The monthly bills of these payers before tax: their own usage and that of their sub-accounts,
 * after discounts. Common table expressions to follow `with recursive`: `payer_bill` (`payer_id`,
 * `currency`, `amount`), and `running` (`subject_id`, `since`) of subjects with an open span.
 * `accounts` are the IDs of the payers and their sub-accounts, so that their spans are found by
 * index. `siteIds` limits the usage to these sites.
 */
export const payerBills = (
  payerIds: readonly string[],
  accountIds: readonly string[],
  month: RatedMonth,
  siteIds?: readonly string[],
): RawBuilder<unknown> => {
  const siteCondition = siteIds ? sql`span.site_id = any(${[...siteIds]}::uuid[])` : sql`true`;
  const spans = spansOfMonth(
    month,
    sql`span.owner_id = any(${[...accountIds]}::uuid[]) and ${siteCondition}`,
  );
  return sql`
  ${rating(spans)}, ${discountLines(month.at, sql`payer.id = any(${[...payerIds]}::uuid[])`)},
  payer_bill as (
    select gross.bill as payer_id, gross.currency, gross.amount - coalesce(off.amount, 0) as amount
    from (select bill, line.currency, sum(line.amount) as amount from rated_line line join payer_of using (owner_id) group by 1, 2) as gross
    left join (select bill, currency, sum(amount) as amount from discount_line group by 1, 2) as off
      on off.bill = gross.bill and off.currency = gross.currency
  ),
  running as (select subject_id, max(begun_at) as since from used where to_at = 'infinity' group by subject_id)`;
};
