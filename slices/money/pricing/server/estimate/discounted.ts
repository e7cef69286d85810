import { type RawBuilder, sql } from 'kysely';
import { discountQuery, termsOf } from '../../../discounts/server/index.ts';

type Sql = RawBuilder<unknown>;

/**
 * `discount_line`, to follow `rating` after `with recursive`: the discounts of the bills that
 * contain the rated lines, calculated by the same code as for invoices. A bill covers an account
 * and its sub-accounts. `payerFilter`, over `payer`, selects the bills that are complete.
 */
export const discountLines = (at: Date, payerFilter: Sql): Sql => sql`
  payer_of as materialized (
    select owner.id as owner_id, payer.id as bill, payer.site_id
    from (select distinct owner_id from rated_line) as had
    join user_account owner on owner.id = had.owner_id join user_account payer on payer.id = coalesce(owner.parent_id, owner.id)
    where ${payerFilter}
  ),
  bill_of_month as (
    select payers.bill, company_of_site(payers.site_id) as company_id, payers.bill as user_id,
      date_trunc('month', ${at}::timestamptz at time zone site.time_zone)::date as month
    from (select distinct bill, site_id from payer_of) as payers join site on site.id = payers.site_id
  ),
  ${discountQuery(
    sql`select payer_of.bill, row_number() over (partition by payer_of.bill order by owner_id, subject_id, item, line.currency collate "C") as place,
      line.item, line.currency, line.amount
      from rated_line line join payer_of using (owner_id) where payer_of.bill in (select bill from term)`,
    termsOf(sql`select * from bill_of_month`),
  )}`;
