import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import {
  type Customer,
  checkMinorUnits,
  companyOfSite,
  lockCompanyCurrency,
} from '../../companies/server/index.ts';

interface Terms {
  paymentType: string;
  creditLimit: string;
}

/** An account's payment type and credit limit. */
export async function termsOf(ctx: Pick<Context, 'db'>, userId: string): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select payment_type as "paymentType", trim_scale(credit_limit)::text as "creditLimit" from user_account where id = ${userId}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Error(`There is no account ${userId}.`);
  return rows[0];
}

/**
 * Sets a customer's credit limit. Only the customer's current seller can do this, in its billing
 * currency, which is locked until the transaction ends. Throws `amountWrong`, `currencyForeign`,
 * and `notFound` for any other seller.
 */
export async function setCreditLimit(
  ctx: SignedInContext,
  customer: Customer,
  input: { creditLimit: string; currency?: string | undefined },
) {
  const { id, siteId } = customer;
  const { creditLimit } = input;
  const company = await lockCompanyCurrency(ctx, customer.company);
  if (input.currency !== undefined && input.currency !== company.currency)
    throw userError(
      'currencyForeign',
      { wanted: company.currency, given: input.currency },
      'currency',
    );
  if ((await companyOfSite(ctx, siteId))?.id !== company.id)
    throw userError('notFound', { what: 'customer', id });
  await checkMinorUnits(ctx, { amount: creditLimit, currency: company.currency }, 'creditLimit');
  const before = await termsOf(ctx, id);
  await sql`update user_account set credit_limit = ${creditLimit} where id = ${id}`.execute(ctx.db);
  const note = {
    before: { creditLimit: before.creditLimit },
    after: { creditLimit },
    detail: { currency: company.currency },
  };
  ctx.note({ targetType: 'user', targetId: id, ...note });
  await announce(ctx.db, { topic: 'billing', id, siteId, ownerId: id });
}
