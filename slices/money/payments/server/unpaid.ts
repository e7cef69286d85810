import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { requireProfile } from '../../billing/server/index.ts';
import { type UnpaidDocument, unpaidDocuments } from '../../invoices/server/index.ts';
import { debts, debtsOf } from '../../ledger/server/index.ts';
import type { paymentEndpoints } from '../contract.ts';
import { type Connection, connectionsOf } from './connections/connections.ts';
import { methodsOf, presentMethod } from './methods/methods.ts';
import type { Order } from './orders.ts';

type Answer = z.output<(typeof paymentEndpoints)['getUnpaid']['answer']>;
type Account = Answer['accounts'][number];

/** A customer's amount due to a company in a currency, with the open documents. */
export interface Debt {
  companyId: string;
  company: string;
  currency: string;
  /** The company's billing currency, in which it accepts payments. */
  companyCurrency: string;
  /** Above zero. */
  owed: string;
  documents: UnpaidDocument[];
}

/**
 * The customer's amounts due per company, without amounts on hold. Companies with nothing due are
 * omitted.
 */
export async function readAmountsDue(
  ctx: Pick<Context, 'db'>,
  userId: string,
  companyId?: string,
): Promise<Debt[]> {
  const scope =
    companyId === undefined
      ? sql`a.user_id = ${userId}`
      : sql`a.user_id = ${userId} and a.company_id = ${companyId}`;
  const { rows } = await sql<Omit<Debt, 'documents'>>`
    select d.company_id as "companyId", c.legal_name as company, d.currency, c.currency as "companyCurrency", trim_scale(d.owed)::text as owed
    from ${debts(scope)} d join company c on c.id = d.company_id order by lower(c.legal_name), d.company_id, d.currency`.execute(
    ctx.db,
  );
  const found: Debt[] = [];
  for (const debt of rows) {
    const documents = (await unpaidDocuments(ctx, userId, debt.companyId)).filter(
      ({ currency }) => currency === debt.currency,
    );
    found.push({ ...debt, documents });
  }
  return found;
}

/** The caller's amounts due, with the available payment methods. */
export async function readUnpaid(ctx: SignedInContext): Promise<Answer> {
  const accounts: Account[] = [];
  for (const debt of await readAmountsDue(ctx, ctx.actor.userId)) {
    const { connections, problem } = await providersFor(ctx, debt);
    const { companyId, company, currency, owed, documents } = debt;
    const methods = await methodsOf(ctx, ctx.actor.userId, companyId);
    accounts.push({
      ...{ companyId, company, currency, owed, documents },
      providers: connections.map(({ provider, isLive, maxAmount, keepsMethods }) => ({
        provider,
        isLive,
        maxAmount,
        keepsMethods,
      })),
      methods: methods.map((method) => presentMethod(method, ctx.language)),
      problem,
    });
  }
  return { accounts };
}

async function providersFor(
  ctx: SignedInContext,
  debt: Debt,
): Promise<{ connections: Connection[]; problem: string | null }> {
  try {
    return { connections: await recipientsOf(ctx, debt), problem: null };
  } catch (error) {
    const reason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!reason) throw error;
    return { connections: [], problem: render(reason.name, ctx.language, reason.values) };
  }
}

/**
 * The payment providers of the company that an amount is due to. Throws `currencyForeign`,
 * `paymentNotConnected`, `billingProfileNeeded`.
 */
export async function recipientsOf(
  ctx: SignedInContext,
  { companyId, currency, companyCurrency }: Debt,
): Promise<Connection[]> {
  if (currency !== companyCurrency)
    throw userError('currencyForeign', { wanted: companyCurrency, given: currency });
  const connections = (await connectionsOf(ctx, companyId)).filter(({ isOn }) => isOn);
  if (connections.length === 0) throw userError('paymentNotConnected');
  await requireProfile(ctx);
  return connections;
}

/**
 * Whether the target of a payment is still due, to prevent paying it again after another payment.
 */
export async function isStillDue(
  ctx: Context,
  { userId, companyId, currency, amount }: Order,
): Promise<boolean> {
  const amountDue = (await debtsOf(ctx, { id: companyId, currency }, [userId])).get(userId) ?? '0';
  const { rows } = await sql<{
    isOwed: boolean;
  }>`select ${amountDue}::numeric >= ${amount}::numeric as "isOwed"`.execute(ctx.db);
  return rows[0]?.isOwed ?? false;
}
