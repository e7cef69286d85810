import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shiftClock } from '../../../../server/platform/clock.ts';
import { mailsTo } from '../../../../server/testing/outbox.ts';
import {
  body,
  errorSummary,
  type Order,
  referenceOf,
  useCounter,
} from './testing/paymentActions.ts';
import { connectPaymentProviders, payerProfile } from './testing/paymentHarness.ts';

const counter = useCounter();
const { start, check, own, balance, managed, look, tell, paid } = counter;

describe('a deposit by PayPal', () => {
  it('is created, approved, captured and recorded once, and sends an email', async () => {
    const order = (await start()).body;
    expect(order).toMatchObject({
      state: 1,
      amount: '25.5',
      redirectUrl: expect.stringContaining('/checkoutnow?token='),
    });
    expect((await check(order.id)).body).toMatchObject({ state: 1 });
    expect(await balance()).toBe('0');
    counter.till.paypal.approve(referenceOf(order));
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(order.id)));
    expect(answers.every(({ status, body }) => status === 200 && body.state === 3)).toBe(true);
    expect(await balance()).toBe('25.5');
    const mails = await mailsTo(counter.app.portal, counter.customer.email);
    expect(mails.filter(({ kind }) => kind === 'billing.depositReceived')).toMatchObject([
      {
        subject: 'Payment received: 25.50 USD',
        values: { amount: '25.50 USD', balance: '25.50 USD' },
      },
    ]);
    expect(
      (await counter.customer.get<{ state: { value: number } }>('/billing')).body.state.value,
    ).toBe(3);
    expect((await own()).orders).toMatchObject([{ state: 3, redirectUrl: null }]);
  });

  it.each<[string, object, [number, number, string]]>([
    ['less than the least', { amount: '4.99' }, [422, 2818, 'amount']],
    ['more than the most', { amount: '500.01' }, [422, 2824, 'amount']],
    ['an amount with fractions of a cent', { amount: '25.001' }, [422, 2810, 'amount']],
    ['another currency', { currency: 'EUR' }, [422, 2809, 'currency']],
    ['zero', { amount: '0' }, [400, 1000, 'amount']],
    ['a negative amount', { amount: '-25' }, [400, 1000, 'amount']],
    ['no number', { amount: 'NaN' }, [400, 1000, 'amount']],
    ['infinity', { amount: 'Infinity' }, [400, 1000, 'amount']],
    ['a huge amount', { amount: '1e308' }, [400, 1000, 'amount']],
    ['a number instead of a string', { amount: 25 }, [400, 1000, 'amount']],
    ['a price of its own', { price: '1' }, [400, 1000, 'price']],
    ['a card number', { card: '4242424242424242' }, [400, 1000, 'card']],
    ['another customer', { userId: randomUUID() }, [400, 1000, 'userId']],
    ['a missing payment method', { methodId: randomUUID() }, [404, 1001, 'methodId']],
  ])('with %s is rejected', async (_case, more, expected) => {
    expect(errorSummary(await start(more))).toEqual(expected);
    expect((await own()).orders).toEqual([]);
  });

  it('is one payment per key even with a hundred parallel requests, and a different body is rejected', async () => {
    const key = randomUUID();
    const before = counter.till.paypal.orders.size;
    const answers = await Promise.all(Array.from({ length: 100 }, () => start({ key })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(counter.till.paypal.orders.size).toBe(before + 1);
    expect(errorSummary(await start({ key, amount: '26' }))).toEqual([409, 2823, 'key']);
    const other = await counter.app.signInAs('user');
    await other.put('/billing', payerProfile);
    expect((await other.post<Order>('/billing/payments', body({ key }))).body.id).not.toBe(
      answers[0]?.body.id,
    );
  });

  it('can be started ten times at most, even with thirty parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => start()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(errorSummary(await start())).toEqual([409, 2832, undefined]);
  });

  it.each([
    'failsBefore',
    'dropsAfter',
    'failsAfter',
    'slowDown',
    'answersPage',
    'answersNothing',
  ] as const)('recovers when PayPal %s', async (failure) => {
    const key = randomUUID();
    counter.till.paypal.rude(/checkout\/orders$/, failure);
    expect(errorSummary(await start({ key }))).toEqual([503, 2825, undefined]);
    const order = (await start({ key })).body;
    counter.till.paypal.approve(referenceOf(order));
    counter.till.paypal.rude(/capture$/, failure);
    const answer = await check(order.id);
    expect(answer.status === 503 || answer.body.state === 3).toBe(true);
    await look();
    expect(await balance()).toBe('25.5');
    expect(
      [...counter.till.paypal.orders.values()].filter(
        ({ unit, capture }) => unit.custom_id === order.id && capture,
      ),
    ).toHaveLength(1);
  });

  it('isn’t in the balance while PayPal holds it, but is once PayPal releases it', async () => {
    counter.till.paypal.captureStatus = 'PENDING';
    const order = await paid();
    expect(order).toMatchObject({ state: 2, problem: '“PENDING: PENDING_REVIEW”' });
    expect(await balance()).toBe('0');
    const paypalOrder = [...counter.till.paypal.orders.values()].find(
      ({ unit }) => unit.custom_id === order.id,
    );
    if (paypalOrder?.capture) paypalOrder.capture.status = 'COMPLETED';
    await look();
    expect(await balance()).toBe('25.5');
  });

  it('that is declined shows PayPal’s reason and can be paid by another method', async () => {
    counter.till.paypal.captureRefusal = 'INSTRUMENT_DECLINED';
    const order = await paid();
    expect(order).toMatchObject({
      state: 2,
      problem: expect.stringContaining('INSTRUMENT_DECLINED'),
      redirectUrl: expect.any(String),
    });
    counter.till.paypal.captureRefusal = '';
    expect((await check(order.id)).body.state).toBe(3);
  });

  it('expires when it isn’t paid, and a late payment is flagged and not recorded', async () => {
    const order = (await start()).body;
    const reference = referenceOf(order);
    shiftClock(4 * 3_600_000);
    await look();
    shiftClock(0);
    expect((await own()).orders).toMatchObject([{ state: 4 }]);
    counter.till.paypal.approve(reference);
    expect((await check(order.id)).body.state).toBe(4);
    expect(await balance()).toBe('0');
    const paypalOrder = counter.till.paypal.orders.get(reference);
    if (paypalOrder)
      Object.assign(paypalOrder, {
        status: 'COMPLETED',
        capture: { id: 'LATE', status: 'COMPLETED' },
      });
    expect((await tell('paypal', counter.till.paypal.captured(reference))).status).toBe(200);
    expect((await managed()).orders).toMatchObject([{ state: 4, attention: 'paidLate' }]);
    expect(await balance()).toBe('0');
  });

  it('that is canceled isn’t captured even if it was approved, and a finished one isn’t changed', async () => {
    const order = (await start()).body;
    expect((await counter.customer.delete<Order>(`/billing/payments/${order.id}`)).body.state).toBe(
      4,
    );
    counter.till.paypal.approve(referenceOf(order));
    expect((await check(order.id)).body.state).toBe(4);
    expect(errorSummary(await counter.customer.delete(`/billing/payments/${order.id}`))).toEqual([
      409,
      2820,
      undefined,
    ]);
    expect(await balance()).toBe('0');
  });

  it('with a different amount than requested is flagged and not recorded', async () => {
    const order = (await start()).body;
    const paypalOrder = counter.till.paypal.orders.get(referenceOf(order));
    if (paypalOrder)
      paypalOrder.unit = { ...paypalOrder.unit, amount: { currency_code: 'USD', value: '2.55' } };
    counter.till.paypal.approve(referenceOf(order));
    expect((await check(order.id)).body.state).toBe(1);
    expect(paypalOrder?.capture).toBeNull();
    expect((await managed()).orders).toMatchObject([{ attention: 'amountDiffers' }]);
  });

  it('a balance of a hundred covers ten of a hundred parallel charges of ten', async () => {
    await paid('100');
    const charge = () =>
      counter.till.clerk.post(`${counter.path}/charges`, {
        key: randomUUID(),
        amount: '10',
        currency: 'USD',
        reason: 'A test',
        mayOwe: false,
      });
    const answers = await Promise.all(Array.from({ length: 100 }, charge));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await balance()).toBe('0');
  });

  it('requires an enabled connection, and reports a missing one', async () => {
    await connectPaymentProviders(counter.app, counter.till, { isOn: false });
    expect(errorSummary(await start())).toEqual([422, 2822, undefined]);
    expect(await own()).toMatchObject({
      providers: [],
      problem: expect.stringContaining('aren’t available here'),
    });
    await connectPaymentProviders(counter.app, counter.till);
    const newCustomer = await counter.app.signInAs('user');
    expect(errorSummary(await newCustomer.post('/billing/payments', body()))).toEqual([
      422,
      2816,
      undefined,
    ]);
  });

  it('of another customer isn’t found', async () => {
    const { id } = (await start()).body;
    const other = await counter.app.signInAs('user');
    for (const call of [
      other.get(`/billing/payments/${id}`),
      other.post(`/billing/payments/${id}/check`),
      other.delete(`/billing/payments/${id}`),
    ])
      expect((await call).status).toBe(404);
    const otherBillingAdmin = await counter.app.signInAs('billingAdmin');
    expect((await otherBillingAdmin.get(`${counter.path}/paymentOrders`)).status).toBe(404);
    expect(
      (await otherBillingAdmin.post(`${counter.path}/collect`, { key: randomUUID() })).status,
    ).toBe(404);
  });
});
