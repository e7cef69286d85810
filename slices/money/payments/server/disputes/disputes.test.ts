import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mailsTo } from '../../../../../server/testing/outbox.ts';
import { issue } from '../../../dunning/server/testing/debts.ts';
import { useCounter } from '../testing/paymentActions.ts';

const counter = useCounter();
const { own, balance, managed, paid, byCard, look, tell } = counter;

/** The references of a payment at PayPal and Stripe. */
const references = async (orderId: string) => {
  const { rows } = await sql<{ reference: string; capture: string }>`
    select reference, capture from payment_order where id = ${orderId}`.execute(counter.db());
  return rows[0] ?? { reference: '', capture: '' };
};
const history = async () => {
  const { body } = await counter.customer.get<{
    items: { kind: string; effect: string; balance: string }[];
  }>('/billing/history');
  return body.items.map(({ kind, effect }) => `${kind} ${effect}`);
};
const issueInvoice = (amount: string) =>
  issue(counter.app, {
    companyId: counter.till.companyId,
    userId: counter.customer.userId,
    amount,
    dueOn: '2001-01-15',
  });
const open = async () =>
  (await counter.customer.get<{ items: { open: string }[] }>('/billing/documents')).body.items[0]
    ?.open;
const refundable = async () => {
  const { body } = await counter.till.clerk.get<{
    items: { kind: string; id: string; refundable: string }[];
  }>(`${counter.path}/history?kind=deposit`);
  return body.items[0];
};
const disputes = async (client = counter.till.clerk) =>
  (
    await client.get<{
      items: {
        state: string;
        withdrawn: string;
        fee: string | null;
        dueAt: string | null;
        customer: { id: string };
      }[];
    }>('/billingAccess/disputes?size=0')
  ).body.items.filter(({ customer }) => customer.id === counter.customer.userId);

describe('a dispute', () => {
  it('reverses the payment and reopens the invoice, and a won dispute restores it, in any order of events', async () => {
    await issueInvoice('25.5');
    const { reference } = await references((await paid('25.50')).id);
    expect(await open()).toBe('0');
    const { paypal } = counter.till;
    await tell('paypal', paypal.dispute(reference, 'OPEN', { harness: 'INQUIRY' }));
    expect([await balance(), (await own()).orders[0]?.disputes]).toMatchObject([
      '0',
      [{ state: 'open', withdrawn: '0' }],
    ]);
    const event = paypal.dispute(reference);
    await Promise.all(Array.from({ length: 10 }, () => tell('paypal', event)));
    await tell('paypal', paypal.dispute(reference));
    expect(await history()).toEqual(['dispute -25.5', 'deposit 25.5', 'charge -25.5']);
    expect([await balance(), await open()]).toEqual(['-25.5', '25.5']);
    const reason = 'Goods or service not received';
    expect(await disputes()).toMatchObject([
      { state: 'open', reason, withdrawn: '25.5', dueAt: expect.stringMatching(/Z$/) },
    ]);
    expect((await managed()).orders[0]?.disputes).toMatchObject([{ reason }]);
    expect(await refundable()).toMatchObject({ refundable: '0' });
    expect(
      (await mailsTo(counter.app.portal, counter.till.clerk.email)).filter(({ values }) =>
        values.reference?.includes(reference),
      ),
    ).toMatchObject([{ values: { amount: '25.50 USD', reason } }]);
    const late = paypal.dispute(reference);
    const wonDispute = paypal.dispute(reference, 'RESOLVED');
    await tell('paypal', wonDispute);
    await tell('paypal', late);
    await tell('paypal', event);
    expect([await balance(), await open(), (await managed()).orders[0]?.disputes]).toMatchObject([
      '0',
      '0',
      [{ state: 'won', withdrawn: '0' }],
    ]);
    expect((await history()).filter((row) => row.startsWith('dispute'))).toEqual([
      'disputeReturn 25.5',
      'dispute -25.5',
    ]);
    expect(await refundable()).toMatchObject({ refundable: '25.5' });
  });

  it('that is lost stays reversed with its fee, disables auto-charge of the saved card, and is hidden from other users', async () => {
    await issueInvoice('25');
    const { capture } = await references((await byCard('25')).id);
    const { stripe } = counter.till;
    await tell('stripe', stripe.dispute(capture, 'warning_needs_response'));
    expect(await balance()).toBe('0');
    await tell('stripe', stripe.dispute(capture, 'needs_response'));
    await tell('stripe', stripe.dispute(capture, 'lost'));
    expect([await balance(), await disputes()]).toMatchObject([
      '-25',
      [{ state: 'lost', withdrawn: '25', fee: '15' }],
    ]);
    expect((await own()).methods).toMatchObject([
      { problem: 'The payer disputed a payment made with this method.' },
    ]);
    expect(
      (await counter.till.clerk.post(`${counter.path}/collect`, { key: randomUUID() })).status,
    ).toBe(422);
    expect((await own()).orders[0]?.disputes[0]).not.toHaveProperty('fee');
    expect(await disputes(await counter.app.signInAs('billingAdmin'))).toEqual([]);
    expect((await counter.customer.get('/billingAccess/disputes')).status).toBe(403);
  });

  it('is polled if its final event is missing', async () => {
    const { capture } = await references((await byCard('30')).id);
    await tell('stripe', counter.till.stripe.dispute(capture, 'needs_response'));
    expect(await balance()).toBe('0');
    counter.till.stripe.dispute(capture, 'won');
    await sql`update payment_dispute set look_at = now() - interval '1 hour' where look_at is not null`.execute(
      counter.db(),
    );
    await look();
    expect([await balance(), await disputes()]).toMatchObject([
      '30',
      [{ state: 'won', withdrawn: '0' }],
    ]);
  });
});

describe('a refund made on the provider’s own pages', () => {
  it('is recorded once even if twenty events arrive at once, and can’t be retried here', async () => {
    const { reference } = await references((await paid('25.50')).id);
    const event = counter.till.paypal.refundThere(reference, '10.00');
    await Promise.all(Array.from({ length: 20 }, () => tell('paypal', event)));
    await tell('paypal', counter.till.paypal.captured(reference));
    expect([await balance(), await history()]).toEqual(['15.5', ['refund -10', 'deposit 25.5']]);
    expect((await own()).orders).toMatchObject([
      { refunds: [{ amount: '10', state: 'done', isByProvider: true }] },
    ]);
    await tell('paypal', counter.till.paypal.refundThere(reference, '15.50'));
    expect([await balance(), await refundable()]).toMatchObject(['0', { refundable: '0' }]);
  });

  it('is distinguished from refunds sent by the portal, and is matched to a failed one that was then made manually', async () => {
    const { capture } = await references((await byCard('50')).id);
    const refund = async (amount: string) => {
      const deposit = await refundable();
      const body = {
        key: randomUUID(),
        transactionId: deposit?.id,
        kind: 'moneyBack',
        amount,
        reason: 'A test',
      };
      expect((await counter.till.clerk.post(`${counter.path}/refunds`, body)).status).toBe(200);
    };
    await refund('5');
    await tell('stripe', counter.till.stripe.refundThere(capture, 700));
    expect(await history()).toEqual(['refund -7', 'refund -5', 'deposit 50']);
    // The portal's refund fails, so an administrator makes it manually on Stripe's pages.
    counter.till.stripe.rude(/refunds$/, 'failsBefore');
    await refund('20');
    await sql`update payment_refund set state = 'failed', look_at = null where amount = 20 and state = 'waiting'`.execute(
      counter.db(),
    );
    await tell('stripe', counter.till.stripe.refundThere(capture, 2000));
    expect([await balance(), await history()]).toEqual([
      '18',
      ['refund -20', 'refund -7', 'refund -5', 'deposit 50'],
    ]);
    expect(
      (await own()).orders[0]?.refunds.map(({ amount, state }) => `${amount} ${state}`).sort(),
    ).toEqual(['20 done', '5 done', '7 done']);
  });
});
