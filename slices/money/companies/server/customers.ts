import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { companyEndpoints } from '../contract.ts';
import { type Company, companyAccessFilter, findCompany } from './store.ts';

type ListAnswer = z.output<(typeof companyEndpoints)['listCustomers']['answer']>;
type Row = ListAnswer['items'][number];

/** A customer of a company, with the data needed for billing. */
export interface Customer {
  id: string;
  siteId: string;
  email: string;
  externalId: string | null;
  /** Whether the account was deleted while it has a balance. */
  isDeleted: boolean;
  company: Company;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds a customer by account ID or customer number, for companies in the caller's scope. Callers
 * can't manage their own balance. Deleted accounts are found as long as the company has
 * transactions for them, because amounts due can still be paid, written off or refunded. Throws
 * `notFound`.
 */
export async function findCustomer(
  ctx: SignedInContext,
  address: { companyId: string; externalId: string },
): Promise<Customer> {
  const company = await findCompany(ctx, address.companyId);
  const idOrNull = uuid.test(address.externalId) ? address.externalId : null;
  const { rows } = await sql<Omit<Customer, 'company'>>`
    select u.id, u.site_id as "siteId", u.email, n.external_id as "externalId", u.deleted_at is not null as "isDeleted" from user_account u
    left join customer_number n on n.user_id = u.id and n.company_id = ${company.id}
    where (u.id = ${idOrNull}::uuid or n.external_id = ${address.externalId}) and u.id <> ${ctx.actor.userId} and u.sandbox_of is null
      and (u.deleted_at is null and company_of_site(u.site_id) = ${company.id}
        or exists (select from ledger_account a where a.user_id = u.id and a.company_id = ${company.id}))
    order by u.id = ${idOrNull}::uuid desc limit 1`.execute(ctx.db);
  if (!rows[0]) throw userError('notFound', { what: 'customer', id: address.externalId });
  return { ...rows[0], company };
}

/**
 * Lists customers of the companies in the caller's scope: accounts on sites with a company, and
 * deleted accounts with a balance.
 */
export async function listCustomers(
  ctx: SignedInContext,
  query: ListRequest & { company?: string | undefined; state?: string | undefined },
): Promise<ListAnswer> {
  const { rows: companies } = await sql<{ id: string; name: string }>`
    select c.id, c.legal_name as name from company c where ${companyAccessFilter(ctx, 'c.id')} order by lower(c.legal_name), c.id`.execute(
    ctx.db,
  );
  const conditions = [
    query.filter
      ? sql`(u.search_text ilike ${containing(query.filter)} or n.external_id ilike ${containing(query.filter)})`
      : null,
    query.company ? sql`c.id = ${query.company}` : null,
    query.state ? sql`u.billing_state = ${query.state}::smallint` : null,
  ].filter((condition) => condition !== null);
  const page = await readListPage<Row, Row>(
    ctx.db,
    {
      // Looks up the billing company once per site ("offset 0"), not once per account.
      from: sql`user_account u join (select id, name, is_sandbox, company_of_site(id) as company_id from site offset 0) site on site.id = u.site_id
        join company c on c.id = site.company_id
        left join customer_number n on n.user_id = u.id and n.company_id = c.id`,
      columns: sql`u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, site.name as site, c.id as "companyId", c.legal_name as company,
        n.external_id as "externalId", u.billing_state::integer as "billingState", u.account_state as "accountState",
        u.deleted_at is not null as "isDeleted", coalesce((select jsonb_agg(jsonb_build_object('currency', a.currency, 'amount', a.balance::text) order by a.currency) from (
          select a.currency, trim_scale((select coalesce(sum(p.amount), 0) from ledger_posting p where p.account_id = a.id)) as balance
          from ledger_account a where a.user_id = u.id and a.company_id = c.id) a), '[]') as balances`,
      where: [
        sql`u.id <> ${ctx.actor.userId} and u.sandbox_of is null and u.role <> 'root' and not site.is_sandbox`,
        sql`(u.deleted_at is null or exists (
          select from ledger_account a join ledger_posting p on p.account_id = a.id where a.user_id = u.id and a.company_id = c.id
          group by a.id having sum(p.amount) <> 0))`,
        companyAccessFilter(ctx, 'c.id'),
        ...conditions,
      ],
      sorts: {
        email: { column: sql`u.email_key`, type: 'text' },
        created: { column: sql`u.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`u.id`, type: 'uuid' },
      defaultSorting: 'email',
      map: ({
        id,
        email,
        name,
        site,
        companyId,
        company,
        externalId,
        billingState,
        accountState,
        isDeleted,
        balances,
      }) => ({
        ...{
          id,
          email,
          name,
          site,
          companyId,
          company,
          externalId,
          billingState,
          accountState,
          isDeleted,
          balances,
        },
      }),
    },
    query,
  );
  return { ...page, companies };
}

/**
 * Throws `customerNumberTaken`, also for another account's ID, because IDs and numbers share the
 * same URL.
 */
export async function setNumber(
  ctx: SignedInContext,
  customer: Customer,
  number: string | null,
): Promise<void> {
  const companyId = customer.company.id;
  if (number === null)
    await sql`delete from customer_number where company_id = ${companyId} and user_id = ${customer.id}`.execute(
      ctx.db,
    );
  else await assignNumber(ctx, customer, number);
  ctx.note({
    targetType: 'user',
    targetId: customer.id,
    before: { number: customer.externalId },
    after: { number },
  });
  await announce(ctx.db, {
    topic: 'billing',
    id: customer.id,
    siteId: customer.siteId,
    ownerId: customer.id,
  });
}

async function assignNumber(
  ctx: SignedInContext,
  { id, company }: Customer,
  number: string,
): Promise<void> {
  const { db } = ctx;
  // A concurrent request with the same number waits here, and then sees that it's taken.
  await sql`select from company where id = ${company.id} for no key update`.execute(db);
  const { rows: sameNumber } = await sql`
    select from customer_number where company_id = ${company.id} and external_id = ${number} and user_id <> ${id}
    union all select from user_account where id = ${uuid.test(number) ? number : null}::uuid and id <> ${id}`.execute(
    portalDb(ctx, 'the id of an account is its address for every company'),
  );
  if (sameNumber.length > 0) throw userError('customerNumberTaken', { number }, 'number');
  await sql`
    insert into customer_number (company_id, user_id, external_id) values (${company.id}, ${id}, ${number})
    on conflict (company_id, user_id) do update set external_id = excluded.external_id`.execute(db);
}
