import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';

/** A prepaid account and its seller. */
export interface Payer {
  id: string;
  siteId: string;
  company: { id: string; currency: string };
}

/**
 * SQL over a `user_account payer` and its `site`: whether it is a prepaid account that pays for its
 * own usage. Root and sandbox sites are free.
 */
export const isPrepaid: RawBuilder<boolean> = sql<boolean>`(
  payer.payment_type = 'Deposit' and payer.parent_id is null and payer.role <> 'root' and payer.deleted_at is null and not site.is_sandbox)`;

/**
 * The prepaid payer for an account: the account itself or its parent. Null for other payment types,
 * or if there is no seller.
 */
export async function payerOf(ctx: Pick<Context, 'db'>, accountId: string): Promise<Payer | null> {
  const { rows } = await sql<{ id: string; siteId: string; companyId: string; currency: string }>`
    select payer.id, payer.site_id as "siteId", c.id as "companyId", c.currency
    from user_account account join user_account payer on payer.id = coalesce(account.parent_id, account.id)
    join site on site.id = payer.site_id join company c on c.id = company_of_site(site.id)
    where account.id = ${accountId} and ${isPrepaid}`.execute(ctx.db);
  const [found] = rows;
  return found
    ? {
        id: found.id,
        siteId: found.siteId,
        company: { id: found.companyId, currency: found.currency },
      }
    : null;
}

/** These payers and their sub-accounts. */
export async function accountsOf(
  ctx: Pick<Context, 'db'>,
  payerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from user_account where id = any(${[...payerIds]}::uuid[]) or parent_id = any(${[...payerIds]}::uuid[])`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}
