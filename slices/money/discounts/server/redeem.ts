import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { type Company, type Customer, companyOfSite } from '../../companies/server/index.ts';
import type { discountEndpoints } from '../contract.ts';
import { isOwnPayer, logDiscountChange, thisMonth } from './discounts.ts';

export type Redeemed = z.output<(typeof discountEndpoints)['redeemPromo']['answer']>;
type Row = Omit<Redeemed, 'redeemedAt'> & { redeemedAt: Date };

/** The account that redeems a code, and the account to which the code applies. */
interface Redeemer {
  id: string;
  siteId: string;
  company: Pick<Company, 'id'>;
}

/**
 * Returns the codes that a customer of a company redeemed or an administrator applied, newest
 * first.
 */
export async function redeemedBy(
  ctx: Pick<Context, 'db' | 'clock'>,
  userId: string,
  companyId: string,
): Promise<Redeemed[]> {
  const month = thisMonth(ctx.clock.now());
  const { rows } = await sql<Row>`
    select r.id, p.code, p.title, p.kind, trim_scale(p.value)::text as value, p.currency, to_char(r.from_month, 'YYYY-MM') as "fromMonth",
      to_char(r.to_month, 'YYYY-MM') as "toMonth", r.redeemed_at as "redeemedAt",
      case when p.kind = 'credit' then trim_scale(coalesce((select sum(s.amount) from promo_spent s where s.use_id = r.id), 0))::text end as spent,
      case when r.withdrawn_at is not null then 'withdrawn' when r.from_month > ${month} then 'ahead' when r.to_month < ${month} then 'over'
        when p.kind = 'credit' and p.value <= coalesce((select sum(s.amount) from promo_spent s where s.use_id = r.id), 0) then 'over'
        else 'running' end as state
    from promo_use r join promo p on p.id = r.promo_id join user_account u on u.id = r.user_id join site on site.id = u.site_id
    where r.user_id = ${userId} and p.company_id = ${companyId} order by r.redeemed_at desc, r.id`.execute(
    ctx.db,
  );
  return rows.map(({ redeemedAt, ...row }) => ({ ...row, redeemedAt: redeemedAt.toISOString() }));
}

/** Returns the caller as the redeeming customer. Throws `companyMissing` without a seller. */
export async function ownRedeemer(ctx: SignedInContext): Promise<Redeemer> {
  const company = await companyOfSite(ctx, ctx.actor.siteId);
  if (!company) throw userError('companyMissing');
  return { id: ctx.actor.userId, siteId: ctx.actor.siteId, company };
}

/** Normalizes typed codes, which may contain lower-case letters and spaces. */
const normalizePromoCode = (normalizeCode: string): string =>
  normalizeCode.replace(/\s/g, '').toUpperCase();

/**
 * Redeems a code for a customer, permanently and only once. Locks its row until the transaction
 * ends, so that concurrent calls can't exceed its number of uses. Throws `promoUnknown`,
 * `promoNotOpen`, `promoUsedUp`, `promoRedeemed`, `paidByOther`.
 */
export async function redeem(
  ctx: SignedInContext,
  customer: Redeemer | Customer,
  enteredCode: string,
): Promise<Redeemed> {
  const code = normalizePromoCode(enteredCode);
  const now = ctx.clock.now();
  if (!(await isOwnPayer(ctx, customer.id))) throw userError('paidByOther', {}, 'code');
  const { rows } = await sql<{
    id: string;
    months: number;
    isOpen: boolean;
    maxUses: number | null;
  }>`
    select id, months, closed_at is null and valid_from <= ${now} and coalesce(valid_until > ${now}, true) as "isOpen", max_uses as "maxUses"
    from promo where company_id = ${customer.company.id} and code = ${code} for update`.execute(
    ctx.db,
  );
  const [promo] = rows;
  if (!promo) throw userError('promoUnknown', { code }, 'code');
  if (!promo.isOpen) throw userError('promoNotOpen', { code }, 'code');
  const portalWideDb = portalDb(ctx, 'a code has uses for all customers together');
  const { rows: uses } = await sql<{
    userId: string;
  }>`select user_id as "userId" from promo_use where promo_id = ${promo.id}`.execute(portalWideDb);
  if (uses.some(({ userId }) => userId === customer.id))
    throw userError('promoRedeemed', { code }, 'code');
  if (promo.maxUses !== null && uses.length >= promo.maxUses)
    throw userError('promoUsedUp', { code }, 'code');
  const id = await insertPromoUse(ctx, customer, promo);
  await logDiscountChange(ctx, customer, { before: null, after: { promo: { id, code } } });
  const created = (await redeemedBy(ctx, customer.id, customer.company.id)).find(
    (use) => use.id === id,
  );
  if (!created) throw new Error(`The code ${code} was redeemed and is not there.`);
  return created;
}

async function insertPromoUse(
  ctx: SignedInContext,
  { id: userId }: Redeemer,
  promo: { id: string; months: number },
): Promise<string> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string }>`
    insert into promo_use (promo_id, user_id, from_month, to_month, redeemed_at, redeemed_by)
    select ${promo.id}, u.id, ${thisMonth(now)}, (${thisMonth(now)} + (${promo.months} - 1) * interval '1 month')::date, ${now}, ${ctx.actor.userId}
    from user_account u join site on site.id = u.site_id where u.id = ${userId} returning id`.execute(
    ctx.db,
  );
  return rows[0]?.id ?? '';
}

/** Withdraws a redeemed code. Discounts on issued invoices stay. Throws `notFound`. */
export async function withdrawPromo(
  ctx: SignedInContext,
  customer: Customer,
  useId: string,
): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    update promo_use r set withdrawn_at = coalesce(r.withdrawn_at, ${ctx.clock.now()}), withdrawn_by = coalesce(r.withdrawn_by, ${ctx.actor.userId})
    from promo p where p.id = r.promo_id and r.id = ${useId} and r.user_id = ${customer.id} and p.company_id = ${customer.company.id}
    returning p.code`.execute(ctx.db);
  if (!rows[0]) throw userError('notFound', { what: 'redeemed code', id: useId });
  await logDiscountChange(ctx, customer, {
    before: { promo: { id: useId, code: rows[0].code } },
    after: null,
  });
}
