import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { type Company, checkMinorUnits } from '../../companies/server/index.ts';
import { type discountEndpoints, maxPromos } from '../contract.ts';

type Body = z.output<(typeof discountEndpoints)['createPromo']['body']>;
export type Promo = z.output<(typeof discountEndpoints)['createPromo']['answer']>;
type Row = Omit<Promo, 'validFrom' | 'validUntil'> & { validFrom: Date; validUntil: Date | null };

const useCount = sql`(select count(*)::integer from promo_use u where u.promo_id = p.id)`;

/** Counts uses across all sites, because customers of several sites can redeem a code. */
const allUsesDb = (ctx: Pick<Context, 'db'>) =>
  portalDb(ctx, 'a code has uses for all customers together');

/** SQL for the state of a `promo p`: whether it can be redeemed. */
const stateAt = (now: Date) => sql`
  case when p.closed_at is not null then 'closed' when p.valid_from > ${now} then 'ahead' when p.valid_until <= ${now} then 'over'
    when ${useCount} >= p.max_uses then 'usedUp' else 'open' end`;

/** Returns a company's promo codes, newest first. */
export async function listPromos(
  ctx: SignedInContext,
  { id }: Pick<Company, 'id'>,
): Promise<Promo[]> {
  const { rows } = await sql<Row>`
    select p.id, p.code, p.title, p.kind, trim_scale(p.value)::text as value, p.currency, p.months, p.valid_from as "validFrom",
      p.valid_until as "validUntil", p.max_uses as "maxUses", ${useCount} as uses, ${stateAt(ctx.clock.now())} as state
    from promo p where p.company_id = ${id} order by p.created_at desc, p.id`.execute(
    allUsesDb(ctx),
  );
  return rows.map(({ validFrom, validUntil, ...promo }) => ({
    ...promo,
    ...{ validFrom: validFrom.toISOString(), validUntil: validUntil?.toISOString() ?? null },
  }));
}

/** Returns the codes that can be applied for a customer now. */
export async function openPromos(
  ctx: SignedInContext,
  companyId: string,
  userId: string,
): Promise<{ code: string; title: string }[]> {
  const { rows } = await sql<{ code: string; title: string }>`
    select p.code, p.title from promo p
    where p.company_id = ${companyId} and ${stateAt(ctx.clock.now())} = 'open'
      and not exists (select from promo_use u where u.promo_id = p.id and u.user_id = ${userId})
    order by p.code`.execute(allUsesDb(ctx));
  return rows;
}

/** Throws `amountWrong`, `promoCodeTaken`, `promoLimit`. */
export async function createPromo(
  ctx: SignedInContext,
  company: Company,
  body: Body,
): Promise<Promo> {
  if (body.kind === 'credit')
    await checkMinorUnits(ctx, { amount: body.value, currency: company.currency }, 'value');
  const before = await listPromos(ctx, company);
  if (before.length >= maxPromos) throw userError('promoLimit', { max: maxPromos });
  const { rows } = await sql<{ id: string }>`
    insert into promo (company_id, code, title, kind, value, currency, months, valid_from, valid_until, max_uses, created_at, created_by)
    values (${company.id}, ${body.code}, ${body.title}, ${body.kind}, ${body.value}, ${company.currency}, ${body.months}, ${body.validFrom},
      ${body.validUntil}, ${body.maxUses}, ${ctx.clock.now()}, ${ctx.actor.userId})
    on conflict (company_id, code) do nothing returning id`.execute(ctx.db);
  const id = rows[0]?.id;
  if (!id) throw userError('promoCodeTaken', { code: body.code }, 'code');
  ctx.note({ targetType: 'company', targetId: company.id, after: { promo: { id, ...body } } });
  await announce(ctx.db, { topic: 'company', id: company.id });
  const created = (await listPromos(ctx, company)).find((promo) => promo.id === id);
  if (!created) throw new Error(`The code ${body.code} was written and is not there.`);
  return created;
}

/** Closes a code. Idempotent. Throws `notFound`. */
export async function closePromo(
  ctx: SignedInContext,
  company: Company,
  promoId: string,
): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    update promo set closed_at = coalesce(closed_at, ${ctx.clock.now()}) where id = ${promoId} and company_id = ${company.id} returning code`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'promo code', id: promoId });
  ctx.note({
    targetType: 'company',
    targetId: company.id,
    after: { promo: { id: promoId, code: rows[0].code, closed: true } },
  });
  await announce(ctx.db, { topic: 'company', id: company.id });
}
