import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { type Customer, checkMinorUnits } from '../../companies/server/index.ts';
import { type discountEndpoints, maxDiscounts } from '../contract.ts';

type Body = z.output<(typeof discountEndpoints)['createDiscount']['body']>;
export type Discount = z.output<(typeof discountEndpoints)['createDiscount']['answer']>;

/**
 * SQL for the first day of the current month in the time zone of the account's site. Requires
 * `user_account u` and its `site`.
 */
export const thisMonth = (now: Date): RawBuilder<string> =>
  sql<string>`date_trunc('month', ${now}::timestamptz at time zone site.time_zone)::date`;

const firstDay = (month: string): string => `${month}-01`;

const columns = (now: Date) => sql`
  d.id, d.title, d.kind, trim_scale(d.value)::text as value, d.currency, d.groups, to_char(d.from_month, 'YYYY-MM') as "fromMonth",
  to_char(d.to_month, 'YYYY-MM') as "toMonth", trim_scale(d.most)::text as most,
  case when d.from_month > ${thisMonth(now)} then 'ahead' when d.to_month < ${thisMonth(now)} then 'over' else 'running' end as state`;

/** Returns the discounts of a company's customer. Ended ones are last, the others newest first. */
export async function discountsOf(
  ctx: Pick<Context, 'db' | 'clock'>,
  userId: string,
  companyId: string,
): Promise<Discount[]> {
  const { rows } = await sql<Discount>`
    select ${columns(ctx.clock.now())} from discount d join user_account u on u.id = d.user_id join site on site.id = u.site_id
    where d.user_id = ${userId} and d.company_id = ${companyId} 
    order by coalesce(d.to_month < ${thisMonth(ctx.clock.now())}, false), d.from_month desc, d.created_at desc, d.id`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Whether an account pays for itself. The usage of sub-accounts is billed to their parent account.
 */
export async function isOwnPayer(ctx: Pick<Context, 'db'>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ paysItself: boolean }>`
    select parent_id is null as "paysItself" from user_account where id = ${userId}`.execute(
    ctx.db,
  );
  return rows[0]?.paysItself ?? false;
}

/** Throws `amountWrong` for an amount finer than the minor unit. */
async function checkTerms(
  ctx: SignedInContext,
  { company: { currency } }: Customer,
  body: Body,
): Promise<void> {
  if (body.kind === 'fixed') await checkMinorUnits(ctx, { amount: body.value, currency }, 'value');
  if (body.most !== null) await checkMinorUnits(ctx, { amount: body.most, currency }, 'most');
}

const rowOf = (body: Body) => ({
  ...{
    title: body.title,
    kind: body.kind,
    value: body.value,
    groups: body.groups,
    most: body.most,
  },
  ...{ from_month: firstDay(body.fromMonth), to_month: body.toMonth && firstDay(body.toMonth) },
});

/** Throws `amountWrong`, `discountLimit`, `paidByOther`. */
export async function createDiscount(
  ctx: SignedInContext,
  customer: Customer,
  body: Body,
): Promise<Discount> {
  await checkTerms(ctx, customer, body);
  if (!(await isOwnPayer(ctx, customer.id))) throw userError('paidByOther');
  // Serializes concurrent additions.
  await sql`select from user_account where id = ${customer.id} for no key update`.execute(ctx.db);
  const before = await discountsOf(ctx, customer.id, customer.company.id);
  if (before.length >= maxDiscounts) throw userError('discountLimit', { max: maxDiscounts });
  const { title, kind, value, groups, most, from_month, to_month } = rowOf(body);
  const { rows } = await sql<{ id: string }>`
    insert into discount (company_id, user_id, title, kind, value, currency, groups, from_month, to_month, most, created_at, created_by)
    values (${customer.company.id}, ${customer.id}, ${title}, ${kind}, ${value}, ${customer.company.currency}, ${groups}, ${from_month}::date,
      ${to_month}::date, ${most}, ${ctx.clock.now()}, ${ctx.actor.userId}) returning id`.execute(
    ctx.db,
  );
  const id = rows[0]?.id ?? '';
  await logDiscountChange(ctx, customer, { before: null, after: { discount: { id, ...body } } });
  return await readDiscount(ctx, customer, id);
}

/** Throws `notFound`. */
async function readDiscount(
  ctx: SignedInContext,
  customer: Customer,
  id: string,
): Promise<Discount> {
  const found = (await discountsOf(ctx, customer.id, customer.company.id)).find(
    (discount) => discount.id === id,
  );
  if (!found) throw userError('notFound', { what: 'discount', id });
  return found;
}

/** Throws `notFound`, `amountWrong`. */
export async function updateDiscount(
  ctx: SignedInContext,
  customer: Customer,
  id: string,
  body: Body,
): Promise<Discount> {
  const before = await readDiscount(ctx, customer, id);
  await checkTerms(ctx, customer, body);
  const { title, kind, value, groups, most, from_month, to_month } = rowOf(body);
  await sql`
    update discount set title = ${title}, kind = ${kind}, value = ${value}, currency = ${customer.company.currency}, groups = ${groups},
      from_month = ${from_month}::date, to_month = ${to_month}::date, most = ${most} where id = ${id}`.execute(
    ctx.db,
  );
  await logDiscountChange(ctx, customer, {
    before: { discount: before },
    after: { discount: { id, ...body } },
  });
  return await readDiscount(ctx, customer, id);
}

/** Throws `notFound`. */
export async function deleteDiscount(
  ctx: SignedInContext,
  customer: Customer,
  id: string,
): Promise<void> {
  const before = await readDiscount(ctx, customer, id);
  await sql`delete from discount where id = ${id}`.execute(ctx.db);
  await logDiscountChange(ctx, customer, { before: { discount: before }, after: null });
}

/** Logs a change of a customer's discounts and refetches the customer's screens. */
export async function logDiscountChange(
  ctx: SignedInContext,
  customer: Pick<Customer, 'id' | 'siteId'>,
  change: { before: unknown; after: unknown },
) {
  ctx.note({ targetType: 'user', targetId: customer.id, ...change });
  await announce(ctx.db, {
    topic: 'billing',
    id: customer.id,
    siteId: customer.siteId,
    ownerId: customer.id,
  });
}
