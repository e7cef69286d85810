import { describe, expect, it } from 'vitest';
import { body, referenceOf, refused, useCounter } from './testing/counter.ts';
import { connectTill } from './testing/till.ts';

const counter = useCounter();
const { start, own } = counter;
const setType = async (paymentType: string) =>
  expect((await counter.till.clerk.put(`${counter.path}/paymentType`, { paymentType })).status).toBe(200);
const transfer = () => counter.customer.post<object>('/billing/deposits', { amount: '25', currency: 'USD' });
const billing = async () => (await counter.customer.get<{ ways: string[]; depositProblem: string | null }>('/billing')).body;
const methods = async () => (await counter.customer.get<{ isCollected: boolean }>('/billing/payments')).body;

describe('a customer who pays by', () => {
  it('card pays at a provider, and is refused a transfer with the reason', async () => {
    const { ways, depositProblem } = await billing();
    expect(ways).toEqual(['card', 'paypal']);
    expect(depositProblem).toMatch(/^You pay by credit card, so no transfer is taken from you/);
    expect(refused(await transfer())).toEqual([422, 2973, undefined]);
    expect((await start()).status).toBe(200);
    expect((await start({ provider: 'stripe' })).status).toBe(200);
    expect((await methods()).isCollected).toBe(true);
  });

  it('card transfers where no provider is connected', async () => {
    await connectTill(counter.app, counter.till, { isOn: false });
    expect(await billing()).toMatchObject({ ways: ['transfer'], depositProblem: null });
    expect((await transfer()).status).toBe(200);
    await connectTill(counter.app, counter.till);
    expect(refused(await transfer())).toEqual([422, 2973, undefined]);
  });

  it('deposit transfers or pays in at a provider, and what it keeps is charged only when it says so', async () => {
    await setType('Deposit');
    expect(await billing()).toMatchObject({ ways: ['card', 'paypal', 'transfer'], depositProblem: null });
    expect((await transfer()).status).toBe(200);
    const order = (await start(body())).body;
    counter.till.paypal.approve(referenceOf(order));
    expect((await counter.check(order.id)).body.state).toBe(3);
    expect((await methods()).isCollected).toBe(false);
  });

  it('card and deposit does all of it', async () => {
    await setType('Credit Card & Deposit');
    expect(await billing()).toMatchObject({ ways: ['card', 'paypal', 'transfer'], depositProblem: null });
    expect((await transfer()).status).toBe(200);
    expect((await start()).status).toBe(200);
    expect((await methods()).isCollected).toBe(true);
    expect((await own()).problem).toBeNull();
  });

  it('card confirms what was on its way before it did', async () => {
    await setType('Deposit');
    const { id } = (await transfer()).body as { id: string };
    await setType('Credit Card');
    const confirmed = await counter.till.clerk.post(`${counter.path}/deposits/${id}/confirm`, { reason: 'Statement of today' });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect(await counter.balance()).toBe('25');
  });
});
