import { randomUUID } from 'node:crypto';
import { connectTill, type Till } from '../../../../slices/money/payments/server/testing/till.ts';
import type { TestApp } from '../../../testing/app.ts';
import { year } from './companies.ts';
import { demand, eachOf, type Harness, isDone, type OpenShop, type Person } from './play.ts';
import { Dice } from './story.ts';

/**
 * The balance of each user with the reseller, in minor units, calculated independently of the
 * portal.
 */
export type Purses = Map<Person, number>;

export type Providers = Pick<Till, 'paypal' | 'stripe'>;

/** An invoice that was issued and fully refunded. */
export interface CreditedInvoice {
  person: Person;
  month: number;
}

interface Order {
  id: string;
  state: number;
  redirectUrl: string | null;
}

export const cents = (amount: string): number => Math.round(Number(amount) * 100);
const amountOf = (coins: number): string => (coins / 100).toFixed(2);
export const periodOf = (month: number): string => `${year}-${String(month).padStart(2, '0')}`;

export async function openTills(
  app: TestApp,
  { shops }: Harness,
  providers: Providers,
): Promise<void> {
  for (const { companyId } of shops)
    await connectTill(app, { companyId, ...providers } as never, { maxAmount: '1000000' });
}

/** Noon UTC on the third day of the next month, when the month has ended in every time zone. */
export const afterMonth = (month: number): number => Date.UTC(year, month, 3, 12) / 1000;

/** Runs the monthly invoicing of a reseller. */
export async function invoiceMonth(
  app: TestApp,
  { companyId, clerk, reseller }: OpenShop,
  month: number,
): Promise<void> {
  const path = `/invoicing/${companyId}/${periodOf(month)}`;
  const { cmdId } = demand(
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
  shop: OpenShop,
  totals: Map<Person, number>,
  month: number,
  purses: Purses,
  providers: Providers,
) {
  const dice = new Dice(month * 7919 + shop.reseller.name.length);
  const credited: CreditedInvoice[] = [];
  const fated = [...totals].map(([person, total]) => ({ person, total, fate: dice.below(8) }));
  await eachOf(fated, async ({ person, total, fate }) => {
    const book = (coins: number) => purses.set(person, (purses.get(person) ?? 0) + coins);
    book(-total);
    if (person.customer.paysBy === 'nothing') return;
    // Some customers without other debts overpay and get a refund.
    const over = fate === 0 && (purses.get(person) ?? 0) >= -total ? Math.ceil(total / 4) : 0;
    const paid = await pay(person, total + over, providers);
    book(total + over);
    if (over > 0) book(-(await refund(person, paid.transactionId, 'moneyBack', over)));
    if (fate >= 4 && person.customer.paysBy === 'paypal') {
      await dispute(app, person, providers.paypal.dispute(paid.reference));
      book(-total);
      // Some disputes are won.
      if (fate >= 6) {
        await dispute(app, person, providers.paypal.dispute(paid.reference, 'RESOLVED'));
        book(total);
      }
    }
    if (fate === 1) book(await credit(person, 1000));
    if (fate === 3)
      book(
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
      book(total);
    }
  });
  return credited;
}

const bookOf = ({ shop, client }: Person) => `/billingManage/${shop.companyId}/${client.userId}`;
const booking = (person: Person, coins: number, reason: string) => ({
  ...{
    key: randomUUID(),
    amount: amountOf(coins),
    currency: person.shop.reseller.currency,
    reason,
  },
});

/** Returns the ledger transaction and the provider's ID for it. */
async function pay(
  person: Person,
  coins: number,
  { paypal, stripe }: Providers,
): Promise<{ transactionId: string; reference: string }> {
  const { client, customer, shop } = person;
  if (customer.paysBy === 'transfer') {
    const answer = await shop.clerk.post<{ id: string }>(
      `${bookOf(person)}/payments`,
      booking(person, coins, 'A transfer'),
    );
    return { transactionId: demand(answer, `a transfer of ${customer.name}`).id, reference: '' };
  }
  const provider = customer.paysBy === 'card' ? 'stripe' : 'paypal';
  const { reason: _, ...wanted } = booking(person, coins, '');
  const order = demand(
    await client.post<Order>('/billing/payments', { ...wanted, provider, keepsMethod: false }),
    `a payment of ${customer.name}`,
  );
  const { pathname, searchParams } = new URL(order.redirectUrl ?? '');
  const reference =
    (provider === 'stripe' ? pathname.split('/')[2] : searchParams.get('token')) ?? '';
  if (provider === 'stripe') stripe.pay(reference);
  else paypal.approve(reference);
  demand(await client.post(`/billing/payments/${order.id}/check`), `a payment of ${customer.name}`);
  return { transactionId: await latestOf(person, 'deposit', coins), reference };
}

/** Simulates a dispute reported by PayPal. */
async function dispute(
  app: TestApp,
  { shop, customer }: Person,
  { headers, body }: ReturnType<Providers['paypal']['dispute']>,
) {
  const connections = demand(
    await app.root.get<{ items: { provider: string; webhookUrl: string }[] }>(
      `/companies/${shop.companyId}/payments`,
    ),
    `the tills of ${shop.reseller.name}`,
  );
  const { pathname } = new URL(
    connections.items.find(({ provider }) => provider === 'paypal')?.webhookUrl ?? '',
  );
  demand(
    await app.anonymous().call('POST', pathname.replace('/svc', ''), body, headers),
    `a dispute of ${customer.name}`,
  );
}

/** The latest transaction of the type. Its amount must match. */
async function latestOf(
  person: Person,
  kind: 'deposit' | 'charge',
  coins: number,
): Promise<string> {
  const history = demand(
    await person.shop.clerk.get<{ items: { id: string; amount: string }[] }>(
      `${bookOf(person)}/history?kind=${kind}`,
    ),
    `the history of ${person.customer.name}`,
  );
  const [latest] = history.items;
  if (!latest || cents(latest.amount) !== coins)
    throw new Error(`A ${kind} of ${person.customer.name} is ${latest?.amount}, not ${coins}.`);
  return latest.id;
}

async function refund(
  person: Person,
  transactionId: string,
  kind: 'moneyBack' | 'reduction',
  coins: number,
): Promise<number> {
  const body = {
    key: randomUUID(),
    transactionId,
    kind,
    amount: amountOf(coins),
    reason: 'Too much was paid',
  };
  demand(
    await person.shop.clerk.post(`${bookOf(person)}/refunds`, body),
    `a refund of ${person.customer.name}`,
  );
  return coins;
}

async function credit(person: Person, coins: number): Promise<number> {
  demand(
    await person.shop.clerk.post(`${bookOf(person)}/credits`, booking(person, coins, 'A gift')),
    `a credit of ${person.customer.name}`,
  );
  return coins;
}

async function creditInvoice(person: Person, month: number): Promise<void> {
  const path = `/invoicing/${person.shop.companyId}/${periodOf(month)}/customers/${person.client.userId}/creditNotes`;
  const body = { key: randomUUID(), reason: 'The wrong month' };
  demand(await person.shop.clerk.post(path, body), `a credit note of ${person.customer.name}`);
}

/** Writes off debts at the end of the year. */
export async function writeOff(person: Person, purses: Purses): Promise<void> {
  const owed = -(purses.get(person) ?? 0);
  if (owed <= 0) return;
  const answer = await person.shop.clerk.post(
    `${bookOf(person)}/writeOffs`,
    booking(person, owed, 'Failed'),
  );
  demand(answer, `what ${person.customer.name} owes`);
  purses.set(person, 0);
}

/** The user's balance according to the portal. */
export async function balanceOf({ client, customer }: Person): Promise<number> {
  const { balances } = demand(
    await client.get<{ balances: { amount: string }[] }>('/billing'),
    `the balance of ${customer.name}`,
  );
  return cents(balances[0]?.amount ?? '0');
}
