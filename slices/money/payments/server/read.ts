import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { minimumDeposit } from '../../billing/server/index.ts';
import { type Customer, companyOfSite } from '../../companies/server/index.ts';
import type { paymentEndpoints } from '../contract.ts';
import { connectionsOf } from './connections/connections.ts';
import { methodsOf, presentMethod } from './methods/methods.ts';
import { disputesIn, ordersOf, present } from './orders.ts';
import { requirePayableCompany } from './start.ts';

type OwnPaymentsAnswer = z.output<(typeof paymentEndpoints)['getPayments']['answer']>;
type CustomerPayments = z.output<(typeof paymentEndpoints)['listCustomerPayments']['answer']>;

/** The caller's payment options, saved methods, and payments. */
export async function getPaymentOptions(ctx: SignedInContext): Promise<OwnPaymentsAnswer> {
  const { userId, siteId } = ctx.actor;
  const company = await companyOfSite(ctx, siteId);
  if (!company)
    return {
      providers: [],
      currency: null,
      problem: await problemOf(ctx),
      isCollected: false,
      methods: [],
      orders: [],
    };
  const connections = (await connectionsOf(ctx, company.id)).filter(({ isOn }) => isOn);
  const methods = await methodsOf(ctx, userId, company.id);
  const { rows } = await sql<{
    byCard: boolean;
  }>`select payment_type <> 'Deposit' as "byCard" from user_account where id = ${userId}`.execute(
    ctx.db,
  );
  const minAmount = await minimumDeposit(ctx, userId, company);
  return {
    providers: connections.map(({ id, provider, isLive, maxAmount, keepsMethods }) => ({
      ...{ id, provider, isLive, minAmount, maxAmount, keepsMethods },
    })),
    currency: company.currency,
    problem: await problemOf(ctx),
    isCollected: (rows[0]?.byCard ?? false) && connections.some(({ chargesSaved }) => chargesSaved),
    methods: methods.map((method) => presentMethod(method, ctx.language)),
    orders: (await ordersOf(ctx, userId, company.id, 20)).map((order) =>
      present(order, ctx.language),
    ),
  };
}

async function problemOf(ctx: SignedInContext): Promise<string | null> {
  try {
    await requirePayableCompany(ctx);
    return null;
  } catch (error) {
    const reason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!reason) throw error;
    return render(reason.name, ctx.language, reason.values);
  }
}

/** A customer's payments, for a billing administrator. */
export async function readCustomer(
  ctx: SignedInContext,
  { id, company }: Customer,
): Promise<CustomerPayments> {
  const orders = await ordersOf(ctx, id, company.id, 200);
  return {
    methods: (await methodsOf(ctx, id, company.id)).map((method) =>
      presentMethod(method, ctx.language),
    ),
    orders: orders.map((order) => {
      const { reference, fee, providerRefunded, attention } = order;
      const disputes = disputesIn(order, ctx.language);
      return {
        ...present(order, ctx.language),
        redirectUrl: null,
        reference,
        fee,
        providerRefunded,
        attention,
        disputes,
      };
    }),
  };
}
