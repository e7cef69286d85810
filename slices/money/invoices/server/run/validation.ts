import { sql } from 'kysely';
import type * as z from 'zod';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../../server/platform/database/listPage.ts';
import { findCompany } from '../../../companies/server/index.ts';
import { ownersWithUnpricedItems, spansOfMonth } from '../../../pricing/server/index.ts';
import type { invoiceEndpoints } from '../../contract.ts';
import { waitsForVerification } from '../tax/regime.ts';
import { customerFaults, maxLines, presentFault } from './faults.ts';
import { firstDay, middleOf, type Period, sitesOf } from './periods.ts';

type ListAnswer = z.output<(typeof invoiceEndpoints)['listInvoicingFaults']['answer']>;
type Row = Omit<ListAnswer['items'][number], 'faults' | 'customer'> & {
  email: string;
  name: string;
  codes: string[];
  isUnverified: boolean;
  isUnsold: boolean;
};

/**
 * Problems of customers with usage in the month, in their current state. Nothing is cached, so
 * fixed problems disappear immediately.
 */
export async function listFaults(
  ctx: SignedInContext,
  { companyId, period }: Period,
  query: ListRequest & { show?: 'all' | 'blocked' | 'clear' | undefined },
): Promise<ListAnswer> {
  const company = await findCompany(ctx, companyId);
  const siteIds = await sitesOf(ctx, companyId);
  const db = portalDb(ctx, 'customers who have moved away are billed for the month as well');
  const spans = spansOfMonth(
    { at: middleOf(period), until: null },
    sql`span.site_id = any(${siteIds}::uuid[])`,
  );
  const checkedCustomers = sql`(
    select u.id, u.email, u.email_key, u.search_text, trim(u.first_name || ' ' || u.last_name) as name, had.owners, coalesce(i.state = 'issued', false) as "isIssued",
      coalesce(i.state, '') <> 'issued' and ${waitsForVerification} as "isUnverified",
      case when i.state = 'issued' then '{}'::text[] else ${customerFaults({
        hasForeign: sql`had.has_foreign`,
        isTooLong: sql`coalesce(i.line_count, 0) > ${maxLines} and not i.is_released`,
        // The next run recalculates the taxes.
        isTaxedOtherwise: sql`false`,
      })} || case when i.faults = '{refused}' then i.faults else '{}' end end as codes
    from (
      select coalesce(settled.user_id, owner.parent_id, owner.id) as user_id, bool_or(bought.currency <> ${company.currency}) as has_foreign, array_agg(distinct owner.id) as owners
      from (select distinct owner_id, price_item_id from (${spans}) as used) as had
      join price_item item on item.id = had.price_item_id join price_list bought on bought.id = item.price_list_id
      join user_account owner on owner.id = had.owner_id
      left join invoice_owner settled on settled.company_id = ${companyId} and settled.period = ${firstDay(period)}::date and settled.owner_id = owner.id
      group by 1
    ) as had
    join user_account u on u.id = had.user_id and u.role <> 'root'
    join company c on c.id = ${companyId}
    left join billing_profile p on p.user_id = u.id
    left join invoice i on i.company_id = ${companyId} and i.period = ${firstDay(period)}::date and i.user_id = u.id
  ) as c`;
  const stateConditions = {
    all: sql`true`,
    blocked: sql`cardinality(c.codes) > 0`,
    clear: sql`cardinality(c.codes) = 0`,
  };
  const page = await readListPage<Row, ListAnswer['items'][number]>(
    db,
    {
      from: checkedCustomers,
      columns: sql`c.id, c.email, c.name, c."isIssued", c.codes, c."isUnverified",
        exists (${ownersWithUnpricedItems(sql`select unnest(c.owners)`, ctx.clock.now())}) as "isUnsold"`,
      where: [
        stateConditions[query.show ?? 'all'],
        ...(query.filter ? [sql`c.search_text ilike ${containing(query.filter)}`] : []),
      ],
      sorts: { email: { column: sql`c.email_key`, type: 'text' } },
      id: { column: sql`c.id`, type: 'uuid' },
      defaultSorting: 'email',
      map: ({ id, email, name, isIssued, codes, isUnverified, isUnsold }) => ({
        ...{ id, customer: { id, email, name }, isIssued },
        faults: [
          ...codes,
          ...(isUnverified ? ['vatNumberUnverified'] : []),
          ...(isUnsold ? ['priceMissing'] : []),
        ].map((code) => presentFault(ctx, code, { companyId, period, userId: id })),
      }),
    },
    query,
  );
  const { rows } = await sql<{ customers: number; blocked: number }>`
    select count(*)::integer as customers, count(*) filter (where cardinality(c.codes) > 0)::integer as blocked from ${checkedCustomers}`.execute(
    db,
  );
  return { ...page, customers: rows[0]?.customers ?? 0, blocked: rows[0]?.blocked ?? 0 };
}
