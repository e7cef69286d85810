import { randomUUID } from 'node:crypto';
import {
  connectPaymentProviders,
  type PaymentShop,
} from '../../../../slices/money/payments/server/testing/paymentHarness.ts';
import type { TestApp } from '../../../testing/app.ts';
import { year } from './companies.ts';
import { Dice } from './scenario.ts';
import {
  forEachConcurrently,
  type Harness,
  isDone,
  type ResellerCompany,
  requireOk,
  type SimulatedUser,
} from './simulation.ts';

/**
 * The balance of each user with the reseller, in minor units, calculated independently of the
 * portal.
 */
export type BalanceMap = Map<SimulatedUser, number>;

export type Providers = Pick<PaymentShop, 'paypal' | 'stripe'>;

/** An invoice that was issued and fully refunded. */
export interface CreditedInvoice {
  person: SimulatedUser;
  month: number;
}

interface Order {
  id: string;
  state: number;
  redirectUrl: string | null;
}

export const cents = (amount: string): number => Math.round(Number(amount) * 100);
const amountOf = (minorUnits: number): string => (minorUnits / 100).toFixed(2);
export const periodOf = (month: number): string => `${year}-${String(month).padStart(2, '0')}`;

export async function openTills(
  app: TestApp,
  { shops }: Harness,
  providers: Providers,
): Promise<void> {
  for (const { companyId } of shops)
    await connectPaymentProviders(app, { companyId, ...providers } as never, {
      maxAmount: '1000000',
    });
}

/** Noon UTC on the third day of the next month, when the month has ended in every time zone. */
export const afterMonth = (month: number): number => Date.UTC(year, month, 3, 12) / 1000;

/** Runs the monthly invoicing of a reseller. */
export async function invoiceMonth(
  app: TestApp,
  { companyId, clerk, reseller }: ResellerCompany,
  month: number,
): Promise<void> {
  const path = `/invoicing/${companyId}/${periodOf(month)}`;
  const { cmdId } = requireOk(
    await clerk.post<{ cmdId: number }>(`${path}/run`, { issues: true }),
    `${path} of ${reseller.name}`,
  );
  await isDone(app, cmdId, `${path} of ${reseller.name}`);
}

/**
 * Simulates how customers handle a monthly invoice: pay in different ways, get refunds, or dispute
 * it.
 */
export async function settleMonth(
  app: TestApp,
  company: ResellerCompany,
  totals: Map<SimulatedUser, number>,
  month: number,
  balances: BalanceMap,
  providers: Providers,
) {
  const dice = new Dice(month * 7919 + company.reseller.name.length);
  const credited: CreditedInvoice[] = [];
  const outcomes = [...totals].map(([user, total]) => ({
    person: user,
    total,
    fate: dice.below(8),
  }));
  await forEachConcurrently(outcomes, async ({ person, total, fate }) => {
    const addToPurse = (minorUnits: number) =>
      balances.set(person, (balances.get(person) ?? 0) + minorUnits);
    addToPurse(-total);
    if (person.customer.paysBy === 'nothing') return;
    // Some customers without other debts overpay and get a refund.
    const excess = fate === 0 && (balances.get(person) ?? 0) >= -total ? Math.ceil(total / 4) : 0;
    const payment = await pay(person, total + excess, providers);
    addToPurse(total + excess);
    if (excess > 0) addToPurse(-(await refund(person, payment.transactionId, 'moneyBack', excess)));
    if (fate >= 4 && person.customer.paysBy === 'paypal') {
      await dispute(app, person, providers.paypal.dispute(payment.reference));
      addToPurse(-total);
      // Some disputes are won.
      if (fate >= 6) {
        await dispute(app, person, providers.paypal.dispute(payment.reference, 'RESOLVED'));
        addToPurse(total);
      }
    }
    if (fate === 1) addToPurse(await credit(person, 1000));
    if (fate === 3)
      addToPurse(
        await refund(
          person,
          await latestOf(person, 'charge', total),
          'reduction',
          Math.ceil(total / 10),
        ),
      );
    if (fate === 2) {
      await creditInvoice(person, month);
      credited.push({ person, month });
      addToPurse(total);
    }
  });
  return credited;
}

const billingPathOf = ({ shop, client }: SimulatedUser) =>
  `/billingManage/${shop.companyId}/${client.userId}`;
const entryOf = (user: SimulatedUser, minorUnits: number, reason: string) => ({
  ...{
    key: randomUUID(),
    amount: amountOf(minorUnits),
    currency: user.shop.reseller.currency,
    reason,
  },
});

/** Returns the ledger transaction and the provider's ID for it. */
async function pay(
  user: SimulatedUser,
  minorUnits: number,
  { paypal, stripe }: Providers,
): Promise<{ transactionId: string; reference: string }> {
  const { client, customer, shop } = user;
  if (customer.paysBy === 'transfer') {
    const answer = await shop.clerk.post<{ id: string }>(
      `${billingPathOf(user)}/payments`,
      entryOf(user, minorUnits, 'A transfer'),
    );
    return { transactionId: requireOk(answer, `a transfer of ${customer.name}`).id, reference: '' };
  }
  const provider = customer.paysBy === 'card' ? 'stripe' : 'paypal';
  const { reason: _, ...bookingBody } = entryOf(user, minorUnits, '');
  const order = requireOk(
    await client.post<Order>('/billing/payments', { ...bookingBody, provider, keepsMethod: false }),
    `a payment of ${customer.name}`,
  );
  const { pathname, searchParams } = new URL(order.redirectUrl ?? '');
  const reference =
    (provider === 'stripe' ? pathname.split('/')[2] : searchParams.get('token')) ?? '';
  if (provider === 'stripe') stripe.pay(reference);
  else paypal.approve(reference);
  requireOk(
    await client.post(`/billing/payments/${order.id}/check`),
    `a payment of ${customer.name}`,
  );
  return { transactionId: await latestOf(user, 'deposit', minorUnits), reference };
}

/** Simulates a dispute reported by PayPal. */
async function dispute(
  app: TestApp,
  { shop, customer }: SimulatedUser,
  { headers, body }: ReturnType<Providers['paypal']['dispute']>,
) {
  const connections = requireOk(
    await app.root.get<{ items: { provider: string; webhookUrl: string }[] }>(
      `/companies/${shop.companyId}/payments`,
    ),
    `the tills of ${shop.reseller.name}`,
  );
  const { pathname } = new URL(
    connections.items.find(({ provider }) => provider === 'paypal')?.webhookUrl ?? '',
  );
  requireOk(
    await app.anonymous().call('POST', pathname.replace('/svc', ''), body, headers),
    `a dispute of ${customer.name}`,
  );
}

/** The latest transaction of the type. Its amount must match. */
async function latestOf(
  user: SimulatedUser,
  kind: 'deposit' | 'charge',
  minorUnits: number,
): Promise<string> {
  const history = requireOk(
    await user.shop.clerk.get<{ items: { id: string; amount: string }[] }>(
      `${billingPathOf(user)}/history?kind=${kind}`,
    ),
    `the history of ${user.customer.name}`,
  );
  const [latest] = history.items;
  if (!latest || cents(latest.amount) !== minorUnits)
    throw new Error(`A ${kind} of ${user.customer.name} is ${latest?.amount}, not ${minorUnits}.`);
  return latest.id;
}

async function refund(
  user: SimulatedUser,
  transactionId: string,
  kind: 'moneyBack' | 'reduction',
  minorUnits: number,
): Promise<number> {
  const body = {
    key: randomUUID(),
    transactionId,
    kind,
    amount: amountOf(minorUnits),
    reason: 'Too much was paid',
  };
  requireOk(
    await user.shop.clerk.post(`${billingPathOf(user)}/refunds`, body),
    `a refund of ${user.customer.name}`,
  );
  return minorUnits;
}

async function credit(user: SimulatedUser, minorUnits: number): Promise<number> {
  requireOk(
    await user.shop.clerk.post(
      `${billingPathOf(user)}/credits`,
      entryOf(user, minorUnits, 'A gift'),
    ),
    `a credit of ${user.customer.name}`,
  );
  return minorUnits;
}

async function creditInvoice(user: SimulatedUser, month: number): Promise<void> {
  const path = `/invoicing/${user.shop.companyId}/${periodOf(month)}/customers/${user.client.userId}/creditNotes`;
  const body = { key: randomUUID(), reason: 'The wrong month' };
  requireOk(await user.shop.clerk.post(path, body), `a credit note of ${user.customer.name}`);
}

/** Writes off debts at the end of the year. */
export async function writeOff(user: SimulatedUser, balances: BalanceMap): Promise<void> {
  const amountDue = -(balances.get(user) ?? 0);
  if (amountDue <= 0) return;
  const answer = await user.shop.clerk.post(
    `${billingPathOf(user)}/writeOffs`,
    entryOf(user, amountDue, 'Failed'),
  );
  requireOk(answer, `what ${user.customer.name} owes`);
  balances.set(user, 0);
}

/** The user's balance according to the portal. */
export async function balanceOf({ client, customer }: SimulatedUser): Promise<number> {
  const { balances } = requireOk(
    await client.get<{ balances: { amount: string }[] }>('/billing'),
    `the balance of ${customer.name}`,
  );
  return cents(balances[0]?.amount ?? '0');
}
