import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../server/testing/client.ts';
import { issue } from '../../dunning/server/testing/debts.ts';
import {
  errorSummary,
  type Order,
  referenceOf,
  sessionOf,
  useCounter,
} from './testing/paymentActions.ts';
import { payerProfile } from './testing/paymentHarness.ts';

const counter = useCounter();
const { check, own, balance, byCard, managed } = counter;

interface Unpaid {
  accounts: {
    companyId: string;
    owed: string;
    documents: { id: string; unpaid: string; upTo: string }[];
    providers: unknown[];
    problem: string | null;
  }[];
}
const issueInvoice = (amount: string, dueOn = '2001-01-15') =>
  issue(counter.app, {
    companyId: counter.till.companyId,
    userId: counter.customer.userId,
    amount,
    dueOn,
  });
const unpaid = async (client = counter.customer) =>
  (await client.get<Unpaid>('/billing/unpaid')).body.accounts;
const pay = (amount: string, more: object = {}, client: TestClient = counter.customer) =>
  client.post<Order>('/billing/unpaid/payment', {
    ...{
      key: randomUUID(),
      companyId: counter.till.companyId,
      currency: 'USD',
      amount,
      provider: 'stripe',
      keepsMethod: false,
    },
    ...more,
  });
const record = (amount: string) =>
  counter.till.clerk.post(`${counter.path}/payments`, {
    key: randomUUID(),
    amount,
    currency: 'USD',
    reason: 'A transfer',
  });
const opens = async () => {
  const { body } = await counter.customer.get<{ items: { id: string; open: string }[] }>(
    '/billing/documents?sorting=number',
  );
  if (!body.items) throw new Error(JSON.stringify(body));
  return body.items.map(({ open }) => open);
};
/** Saves a card with a payment of 20. */
const createSavedCard = async () => {
  await byCard('20');
  return (await own()).methods[0]?.id ?? '';
};

describe('unpaid documents', () => {
  it('are listed individually after applying the deposits, and only their owner can see or pay them', async () => {
    const first = await issueInvoice('100');
    const second = await issueInvoice('50.5');
    await record('30');
    expect(await unpaid()).toMatchObject([
      {
        owed: '120.5',
        problem: null,
        documents: [
          { id: first, unpaid: '70', upTo: '70' },
          { id: second, unpaid: '50.5', upTo: '120.5' },
        ],
      },
    ]);
    expect(await opens()).toEqual(['70', '50.5']);
    const listed = await counter.till.clerk.get<{ items: { id: string }[]; totals: unknown[] }>(
      `${counter.path}/invoice?show=open&size=1`,
    );
    expect(listed.body).toMatchObject({ total: 2, totals: [{ open: '120.5', currency: 'USD' }] });
    const other = await counter.app.signInAs('user');
    await other.put('/billing', payerProfile);
    expect(await unpaid(other)).toEqual([]);
    expect(errorSummary(await pay('70', { documentId: first }, other))).toEqual([
      404,
      1001,
      'documentId',
    ]);
    expect(errorSummary(await pay('120.5', {}, other))).toEqual([409, 2894, undefined]);
    const otherBillingAdmin = await counter.app.signInAs('billingAdmin');
    expect((await otherBillingAdmin.get(`${counter.path}/invoice`)).status).toBe(404);
    expect(await opens()).toEqual(['70', '50.5']);
  });
});

describe('paying open documents', () => {
  it('with a saved card charges once even with forty parallel requests, and rejects paying twice', async () => {
    const methodId = await createSavedCard();
    const first = await issueInvoice('45.01');
    await issueInvoice('10');
    expect(errorSummary(await pay('45.01', { documentId: first, methodId }))).toEqual([
      409,
      2892,
      'amount',
    ]);
    const chargedBefore = counter.till.stripe.taken();
    const key = randomUUID();
    const payments = Array.from({ length: 40 }, (_, index) =>
      pay('25.01', { documentId: first, methodId, ...(index % 2 ? { key } : {}) }),
    );
    const answers = await Promise.all(payments);
    const succeeded = answers.filter(({ status }) => status === 200);
    expect(new Set(succeeded.map(({ body }) => body.id)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([2891, 2893]).toContain(errorSummary(answer)[1]);
    expect(counter.till.stripe.taken() - chargedBefore).toBe(2501);
    expect(await opens()).toEqual(['0', '10']);
    expect(errorSummary(await pay('25.01', { documentId: first, methodId }))).toEqual([
      409,
      2891,
      'documentId',
    ]);
    expect((await pay('10', { methodId })).body).toMatchObject({ state: 3, amount: '10' });
    expect(errorSummary(await pay('10', { methodId }))).toEqual([409, 2894, undefined]);
    expect(await balance()).toBe('0');
  });

  it('charges at most the maximum payment and leaves the rest open', async () => {
    const methodId = await createSavedCard();
    const only = await issueInvoice('820');
    expect((await pay('800', { documentId: only, methodId })).body).toMatchObject({
      state: 3,
      amount: '500',
    });
    expect(await opens()).toEqual(['300']);
    expect((await pay('300', { documentId: only, methodId })).body).toMatchObject({
      state: 3,
      amount: '300',
    });
  });

  it('on a provider page resumes the started payment, while another method cancels it permanently', async () => {
    const only = await issueInvoice('60');
    const payments = await Promise.all(
      Array.from({ length: 5 }, () => pay('60', { documentId: only, provider: 'paypal' })),
    );
    const pages = payments.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
    const [page] = pages;
    if (!page) throw new Error('No page was begun.');
    expect((await pay('60', { provider: 'paypal' })).body.id).toBe(page.id);
    const stripeOrder = (await pay('60')).body;
    expect(stripeOrder.id).not.toBe(page.id);
    counter.till.paypal.approve(referenceOf(page));
    expect((await check(page.id)).body.state).toBe(4);
    counter.till.stripe.pay(sessionOf(stripeOrder));
    expect((await check(stripeOrder.id)).body).toMatchObject({ state: 3, kind: 'invoice' });
    expect(await opens()).toEqual(['0']);
    expect(await balance()).toBe('0');
  });

  it('approved on a provider page isn’t captured if the document was paid in the meantime', async () => {
    const only = await issueInvoice('60');
    const page = (await pay('60', { documentId: only, provider: 'paypal' })).body;
    counter.till.paypal.approve(referenceOf(page));
    await record('0.01');
    expect((await check(page.id)).body).toMatchObject({
      state: 4,
      problem: expect.stringContaining('already paid'),
    });
    expect(await opens()).toEqual(['59.99']);
    expect((await managed()).orders).toMatchObject([{ state: 4, attention: null }]);
  });

  it('on a page the provider no longer knows ends that payment and allows another method', async () => {
    const only = await issueInvoice('60');
    const page = (await pay('60', { documentId: only })).body;
    counter.till.stripe.sessions.delete(sessionOf(page));
    expect((await pay('60', { documentId: only, provider: 'paypal' })).body).toMatchObject({
      state: 1,
    });
    expect((await own()).orders.map(({ state }) => state)).toEqual([1, 4]);
  });

  it('keeps a completed payment even if the provider no longer knows it', async () => {
    const order = await byCard('60');
    counter.till.stripe.sessions.delete([...counter.till.stripe.sessions.keys()].at(-1) ?? '');
    expect((await check(order.id)).body).toMatchObject({ state: 3, amount: '60' });
  });
});
