import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { releaseCharge } from '../../../ledger/server/index.ts';
import { collectDebts } from '../jobs.ts';
import { body, errorSummary, type Order, useCounter } from '../testing/paymentActions.ts';
import { connectPaymentProviders, payerProfile } from '../testing/paymentHarness.ts';

const counter = useCounter();
const { start, own, balance, system, look, paid, byCard, owe } = counter;

describe('a refund', () => {
  const refund = (transactionId: string, amount: string, kind = 'moneyBack') =>
    counter.till.clerk.post<{ id: string }>(`${counter.path}/refunds`, {
      key: randomUUID(),
      transactionId,
      kind,
      amount,
      reason: 'A test',
    });
  const transactions = async () =>
    (await counter.customer.get<{ items: { id: string; kind: string }[] }>('/billing/history')).body
      .items;

  it('of a deposit goes back to its payment method, and never exceeds the payment, even with fifty parallel requests', async () => {
    const before = counter.till.paypal.taken();
    await paid('30');
    const [deposit] = await transactions();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refund(deposit?.id ?? '', '10')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await own()).orders[0]?.refunds).toEqual(
      Array.from({ length: 3 }, () => ({
        amount: '10',
        state: 'done',
        problem: '',
        isByProvider: false,
      })),
    );
    expect(counter.till.paypal.taken()).toBe(before);
    expect(await balance()).toBe('0');
  });

  it('of a charge goes back to the latest payments first, and a credited reduction stays on the balance', async () => {
    await byCard('20', false);
    await paid('30');
    await owe('50');
    const charge = (await transactions()).find(({ kind }) => kind === 'charge');
    expect((await refund(charge?.id ?? '', '5', 'reduction')).status).toBe(200);
    expect((await own()).orders.flatMap(({ refunds }) => refunds)).toEqual([]);
    expect((await refund(charge?.id ?? '', '45')).status).toBe(200);
    const orders = (await own()).orders.map(({ amount, refunds }) => [
      amount,
      refunds.map((one) => [one.amount, one.state]),
    ]);
    expect(orders).toEqual([
      ['30', [['30', 'done']]],
      ['20', [['15', 'done']]],
    ]);
  });

  it('declined by the provider is shown as failed, and one without a response is retried once', async () => {
    await paid('30');
    const [deposit] = await transactions();
    counter.till.paypal.rude(/refund$/, 'dropsAfter');
    await refund(deposit?.id ?? '', '10');
    expect((await own()).orders[0]?.refunds).toMatchObject([{ state: 'waiting' }]);
    await look();
    expect((await own()).orders[0]?.refunds).toMatchObject([{ state: 'done' }]);
    counter.till.paypal.refundRefusal = 'REFUND_TIME_LIMIT_EXCEEDED';
    await refund(deposit?.id ?? '', '5');
    expect((await own()).orders[0]?.refunds[1]).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('REFUND_TIME_LIMIT'),
    });
  });
});

describe('a saved payment method', () => {
  it('is saved only with the customer’s consent, without any card number', async () => {
    await byCard('25', false);
    expect((await own()).methods).toEqual([]);
    await byCard();
    expect((await own()).methods).toMatchObject([
      { label: 'visa •••• 4242', expires: '2031-04', isDefault: true },
    ]);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ' '), '') as text from (
        select to_jsonb(m) as t from payment_method m union all select to_jsonb(o) from payment_order o union all select to_jsonb(e) from payment_event e) all_rows`.execute(
      counter.db(),
    );
    expect(rows[0]?.text).not.toMatch(/\b\d{13,19}\b/);
  });

  it('pays again without a page, can be made the default, and is deleted at the provider too', async () => {
    await byCard();
    await paid('25', { keepsMethod: true });
    const [card, wallet] = (await own()).methods;
    expect(wallet).toMatchObject({ label: 'PayPal p•••@example.test', isDefault: false });
    for (const [provider, method] of [
      ['stripe', card],
      ['paypal', wallet],
    ] as const)
      expect((await start({ provider, amount: '10', methodId: method?.id })).body).toMatchObject({
        state: 3,
        redirectUrl: null,
      });
    expect(await balance()).toBe('70');
    expect(
      (await counter.customer.put(`/billing/paymentMethods/${wallet?.id}/default`)).status,
    ).toBe(200);
    expect((await own()).methods.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect((await counter.customer.delete(`/billing/paymentMethods/${wallet?.id}`)).status).toBe(
      200,
    );
    expect(counter.till.paypal.vaulted.size).toBe(0);
    expect((await own()).methods).toMatchObject([{ id: card?.id, isDefault: true }]);
    expect((await counter.customer.delete(`/billing/paymentMethods/${card?.id}`)).status).toBe(200);
    expect(counter.till.stripe.detached).toHaveLength(1);
    expect(errorSummary(await start({ provider: 'stripe', methodId: card?.id }))).toEqual([
      404,
      1001,
      'methodId',
    ]);
  });

  it('can be removed even if the provider already deleted it or rejects the seller’s keys', async () => {
    await byCard();
    const removeMethod = async () =>
      errorSummary(
        await counter.customer.delete(`/billing/paymentMethods/${(await own()).methods[0]?.id}`),
      );
    // The deletion succeeded but the response was lost, so Stripe rejects the second request.
    counter.till.stripe.rude(/detach$/, 'dropsAfter');
    expect(await removeMethod()).toEqual([503, 2825, undefined]);
    expect((await own()).methods).toHaveLength(1);
    expect((await removeMethod())[0]).toBe(200);
    await byCard();
    await connectPaymentProviders(counter.app, counter.till, { secret: 'a-key-of-nobody' });
    expect((await removeMethod())[0]).toBe(200);
    await connectPaymentProviders(counter.app, counter.till);
    expect((await own()).methods).toEqual([]);
  });

  it('of another customer isn’t found', async () => {
    await byCard();
    const [method] = (await own()).methods;
    const other = await counter.app.signInAs('user');
    await other.put('/billing', payerProfile);
    expect((await other.put(`/billing/paymentMethods/${method?.id}/default`)).status).toBe(404);
    expect((await other.delete(`/billing/paymentMethods/${method?.id}`)).status).toBe(404);
    expect(
      errorSummary(
        await other.post('/billing/payments', body({ provider: 'stripe', methodId: method?.id })),
      ),
    ).toEqual([404, 1001, 'methodId']);
  });

  it('is charged the amount due once a day if the company uses auto-charge', async () => {
    await byCard('25');
    await owe('40');
    await collectDebts(await system());
    expect(await balance()).toBe('0');
    await owe('5');
    await collectDebts(await system());
    expect(await balance()).toBe('-5');
    shiftClock(25 * 3_600_000);
    await collectDebts(await system());
    shiftClock(0);
    expect(await balance()).toBe('0');
  });

  it('isn’t charged for amounts on hold before they are released, even if other amounts are due', async () => {
    await byCard('25');
    await owe('900');
    const { rows } = await sql<{ id: string }>`
      insert into ledger_withheld (transaction_id) select id from ledger_transaction where user_id = ${counter.customer.userId} and amount = 900
      returning transaction_id as id`.execute(counter.db());
    await collectDebts(await system());
    expect(await balance()).toBe('-875');
    await owe('40');
    await collectDebts(await system());
    expect(await balance()).toBe('-900');
    await releaseCharge({ db: counter.db() }, rows[0]?.id ?? '');
    shiftClock(25 * 3_600_000);
    await collectDebts(await system());
    shiftClock(0);
    expect(await balance()).toBe('-400');
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'the customer pays by deposit',
      () => counter.till.clerk.put(`${counter.path}/paymentType`, { paymentType: 'Deposit' }),
      /deposits only/,
    ],
    [
      'the company does not',
      () => connectPaymentProviders(counter.app, counter.till, { chargesSaved: false }),
      /doesn’t auto-charge/,
    ],
    ['nothing is due', () => paid('100'), /amount due is zero/],
  ])('is not charged when %s', async (_case, change, message) => {
    await byCard('25');
    await owe('40');
    await change();
    const before = await balance();
    await collectDebts(await system());
    expect(await balance()).toBe(before);
    const answer = await counter.till.clerk.post(`${counter.path}/collect`, { key: randomUUID() });
    expect(errorSummary(answer)).toEqual([422, 2831, undefined]);
    expect(answer.text).toMatch(message);
    await connectPaymentProviders(counter.app, counter.till);
  });

  it.each(['pm_card_authenticationRequired', 'pm_card_chargeDeclined'] as const)(
    'that is declined (%s) isn’t retried, and the customer is notified and can pay manually',
    async (card) => {
      counter.till.stripe.card = card;
      await byCard('25');
      await owe('40');
      await collectDebts(await system());
      expect(await balance()).toBe('-15');
      const { rows } =
        await sql`select from mail_message where kind = 'payments.declined' and user_id = ${counter.customer.userId}`.execute(
          counter.db(),
        );
      expect(rows).toHaveLength(1);
      expect((await own()).methods[0]?.problem).toMatch(/card_declined|authentication_required/);
      shiftClock(25 * 3_600_000);
      const before = counter.till.stripe.asked.length;
      await collectDebts(await system());
      expect(
        counter.till.stripe.asked
          .slice(before)
          .filter(({ url }) => url.pathname.endsWith('/payment_intents')),
      ).toEqual([]);
      shiftClock(0);
      expect(
        errorSummary(
          await counter.till.clerk.post(`${counter.path}/collect`, { key: randomUUID() }),
        ),
      ).toEqual([422, 2831, undefined]);
    },
  );

  it('is charged once per key, even if the response was lost', async () => {
    await byCard('25');
    await owe('40');
    const key = randomUUID();
    const before = counter.till.stripe.taken();
    counter.till.stripe.rude(/payment_intents$/, 'dropsAfter');
    expect((await counter.till.clerk.post(`${counter.path}/collect`, { key })).status).toBe(503);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        counter.till.clerk.post<Order>(`${counter.path}/collect`, { key }),
      ),
    );
    expect(answers.every(({ body }) => body.state === 3)).toBe(true);
    expect(counter.till.stripe.taken()).toBe(before + 1500);
    expect(await balance()).toBe('0');
  });
});
