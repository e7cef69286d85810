import { describe, expect, it } from 'vitest';
import { body, errorSummary, referenceOf, useCounter } from '../testing/paymentActions.ts';
import { connectPaymentProviders, payerProfile } from '../testing/paymentHarness.ts';

const counter = useCounter();
const { start, own } = counter;
const setType = async (paymentType: string) =>
  expect(
    (await counter.till.clerk.put(`${counter.path}/paymentType`, { paymentType })).status,
  ).toBe(200);
const transfer = () =>
  counter.customer.post<object>('/billing/deposits', { amount: '25', currency: 'USD' });
const billing = async () =>
  (await counter.customer.get<{ ways: string[]; depositProblem: string | null }>('/billing')).body;
const methods = async () =>
  (await counter.customer.get<{ isCollected: boolean }>('/billing/payments')).body;

describe('a customer who pays by', () => {
  it('card pays through a provider, and can’t make a transfer and sees why', async () => {
    const { ways, depositProblem } = await billing();
    expect(ways).toEqual(['card', 'paypal']);
    expect(depositProblem).toMatch(
      /^Your payment type is credit card, so you can’t pay by bank transfer/,
    );
    expect(errorSummary(await transfer())).toEqual([422, 2973, undefined]);
    expect((await start()).status).toBe(200);
    expect((await start({ provider: 'stripe' })).status).toBe(200);
    expect((await methods()).isCollected).toBe(true);
  });

  it('card makes transfers if no provider is connected', async () => {
    await connectPaymentProviders(counter.app, counter.till, { isOn: false });
    expect(await billing()).toMatchObject({ ways: ['transfer'], depositProblem: null });
    expect((await transfer()).status).toBe(200);
    await connectPaymentProviders(counter.app, counter.till);
    expect(errorSummary(await transfer())).toEqual([422, 2973, undefined]);
  });

  it('deposit makes transfers or pays through a provider, and a saved method is charged only with consent', async () => {
    await setType('Deposit');
    expect(await billing()).toMatchObject({
      ways: ['card', 'paypal', 'transfer'],
      depositProblem: null,
    });
    expect((await transfer()).status).toBe(200);
    const order = (await start(body())).body;
    counter.till.paypal.approve(referenceOf(order));
    expect((await counter.check(order.id)).body.state).toBe(3);
    expect((await methods()).isCollected).toBe(false);
  });

  it('card and deposit can use all of these ways to pay', async () => {
    await setType('Credit Card & Deposit');
    expect(await billing()).toMatchObject({
      ways: ['card', 'paypal', 'transfer'],
      depositProblem: null,
    });
    expect((await transfer()).status).toBe(200);
    expect((await start()).status).toBe(200);
    expect((await methods()).isCollected).toBe(true);
    expect((await own()).problem).toBeNull();
  });

  it('card can still confirm transfers started before the change', async () => {
    await setType('Deposit');
    const { id } = (await transfer()).body as { id: string };
    await setType('Credit Card');
    const confirmed = await counter.till.clerk.post(`${counter.path}/deposits/${id}/confirm`, {
      reason: 'Statement of today',
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect(await counter.balance()).toBe('25');
  });
});

it('can’t pay as a sub-account whose usage is billed to another account, unless it has a deposit request', async () => {
  const subAccount = await counter.app.signInAs('user', { parentId: counter.customer.userId });
  await subAccount.put('/billing', payerProfile);
  expect((await subAccount.get('/billing')).body).toMatchObject({
    isPaidByOther: true,
    depositProblem: expect.stringMatching(/^Another account/),
  });
  expect((await subAccount.get('/billing/payments')).body).toMatchObject({
    problem: expect.stringMatching(/^Another account pays for this one/),
  });
  expect(errorSummary(await subAccount.post<object>('/billing/payments', body()))).toEqual([
    422,
    2915,
    undefined,
  ]);
  expect(
    errorSummary(
      await subAccount.post<object>('/billing/deposits', { amount: '25', currency: 'USD' }),
    ),
  ).toEqual([422, 2915, undefined]);
  const path = `/billingManage/${counter.till.companyId}/${subAccount.userId}`;
  const requested = await counter.till.clerk.post(`${path}/state`, {
    event: 'forceDeposit',
    reason: 'Looks odd',
  });
  expect(requested.status, requested.text).toBe(200);
  expect((await subAccount.get('/billing/payments')).body).toMatchObject({ problem: null });
  expect((await subAccount.post('/billing/payments', body())).status).toBe(200);
  expect((await counter.customer.get('/billing')).body).toMatchObject({ isPaidByOther: false });
});
