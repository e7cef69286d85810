import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { paymentTypeOptions } from '../../../people/users/contract/paymentTypes.ts';
import type { Customer } from '../../companies/server/index.ts';
import type { prepaidEndpoints } from '../contract.ts';
import { termsOf } from './credit.ts';
import { levelsOf } from './levels.ts';
import { payerOf } from './payers.ts';

type Prepaid = z.output<(typeof prepaidEndpoints)['getPrepaid']['answer']>['prepaid'];
type Managed = z.output<(typeof prepaidEndpoints)['getCustomerPrepaid']['answer']>;

const states = ['ok', 'short', 'gone'] as const;

/** The prepaid balance of an account that pays for itself. Null for any other account. */
export async function readPrepaid(ctx: SignedInContext, userId: string): Promise<Prepaid> {
  const payer = await payerOf(ctx, userId);
  if (payer?.id !== userId) return null;
  const [found] = await levelsOf(ctx, [userId]);
  if (!found) return null;
  const { currency, balance, credit, promo, used, left, level } = found;
  return { currency, balance, credit, promo, used, left, state: states[level] };
}

/** A customer's payment type and prepaid balance, for billing administrators. */
export async function readCustomer(
  ctx: SignedInContext,
  { id, company }: Customer,
): Promise<Managed> {
  return {
    ...(await termsOf(ctx, id)),
    paymentTypes: paymentTypeOptions(ctx.language),
    currency: company.currency,
    prepaid: await readPrepaid(ctx, id),
  };
}
