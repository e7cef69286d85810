import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StripeFake } from '../../../drivers/payment/testing/stripe.ts';
import { shiftClock } from '../../../server/platform/clock.ts';
import { systemContext } from '../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../server/testing/client.ts';
import { ledgerProblems } from '../../ledger/server/index.ts';
import { collectDebts, lookAtPayments } from './chores.ts';
import { connectTill, openTill, payerProfile, type Till, terms } from './testing/till.ts';

interface Order {
  id: string;
  state: number;
  redirectUrl: string | null;
  problem: string;
  amount: string;
  attention?: string | null;
  refunds: { amount: string; state: string; problem: string }[];
  disputes: { state: string; reason: string; amount: string }[];
}
interface Method {
  id: string;
  label: string;
  expires: string;
  isDefault: boolean;
  problem: string;
}
interface Own {
  providers: { provider: string }[];
  problem: string | null;
  methods: Method[];
  orders: Order[];
}

let app: TestApp;
let till: Till;
let customer: TestClient;
let path = '';
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  till = await openTill(app);
});
beforeEach(async () => {
  customer = await app.signInAs('user');
  await customer.put('/billing', payerProfile);
  path = `/billingManage/${till.companyId}/${customer.userId}`;
});
afterEach(async () => {
  shiftClock(0);
  Object.assign(till.paypal, { captureStatus: 'COMPLETED', captureRefusal: '', refundRefusal: '', savedRefusal: '' });
  till.stripe.card = 'pm_card_visa';
  expect(await ledgerProblems(db())).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await till.close();
});

const refused = ({ status, body }: Answer<object>) => [status, body.code?.[0], body.errors?.[0]?.key];
const body = (more: object = {}) => ({
  key: randomUUID(),
  provider: 'paypal',
  amount: '25.50',
  currency: 'USD',
  keepsMethod: false,
  ...more,
});
const start = (more: object = {}) => customer.post<Order>('/billing/payments', body(more));
const check = (id: string) => customer.post<Order>(`/billing/payments/${id}/check`);
const own = async () => (await customer.get<Own>('/billing/payments')).body;
const balance = async () => (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]?.amount ?? '0';
const managed = async () => (await till.clerk.get<Own>(`${path}/paymentOrders`)).body;
const referenceOf = (order: Order) => new URL(order.redirectUrl ?? '').searchParams.get('token') ?? '';
const sessionOf = (order: Order) => new URL(order.redirectUrl ?? '').pathname.split('/')[2] ?? '';
const system = async () =>
  systemContext(app.portal.services, { site: await app.portal.sites.byId(app.siteId), log: app.portal.app.log as never });
const look = async () => {
  await sql`update payment_order set look_at = now() - interval '1 year' where look_at is not null`.execute(db());
  await sql`update payment_refund set look_at = now() - interval '1 year' where look_at is not null`.execute(db());
  await sql`update payment_event set look_at = now() - interval '1 year' where look_at is not null`.execute(db());
  await lookAtPayments(await system());
};
const connectionOf = async (provider: string) => {
  const { body } = await app.root.get<{ items: { provider: string; webhookUrl: string; webhooksRefused: number }[] }>(
    `/companies/${till.companyId}/payments`,
  );
  return body.items.find((item) => item.provider === provider);
};
const tell = async (provider: 'paypal' | 'stripe', { headers, body }: { headers: Record<string, string>; body: string }) => {
  const { pathname } = new URL((await connectionOf(provider))?.webhookUrl ?? '');
  return await app.stranger().call('POST', pathname.replace('/svc', ''), body, headers);
};
/** A deposit that is paid. */
async function paid(amount = '25.50', more: object = {}): Promise<Order> {
  const order = (await start({ amount, ...more })).body;
  till.paypal.approve(referenceOf(order));
  return (await check(order.id)).body;
}
const byCard = async (amount = '25', keepsMethod = true): Promise<Order> => {
  const order = (await start({ provider: 'stripe', amount, keepsMethod })).body;
  till.stripe.pay(sessionOf(order));
  return (await check(order.id)).body;
};
const owe = (amount: string) =>
  till.clerk.post(`${path}/charges`, { key: randomUUID(), amount, currency: 'USD', reason: 'A test', mayOwe: true });

describe('a deposit by PayPal', () => {
  it('is begun, approved, taken and booked once, with a mail', async () => {
    const order = (await start()).body;
    expect(order).toMatchObject({ state: 1, amount: '25.5', redirectUrl: expect.stringContaining('/checkoutnow?token=') });
    expect((await check(order.id)).body).toMatchObject({ state: 1 });
    expect(await balance()).toBe('0');
    till.paypal.approve(referenceOf(order));
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(order.id)));
    expect(answers.every(({ status, body }) => status === 200 && body.state === 3)).toBe(true);
    expect(await balance()).toBe('25.5');
    const { rows } = await sql`select from mail_message where kind = 'billing.depositReceived' and user_id = ${customer.userId}`.execute(
      db(),
    );
    expect(rows).toHaveLength(1);
    expect((await customer.get<{ state: { value: number } }>('/billing')).body.state.value).toBe(3);
    expect((await own()).orders).toMatchObject([{ state: 3, redirectUrl: null }]);
  });

  it.each<[string, object, [number, number, string]]>([
    ['less than the least', { amount: '4.99' }, [422, 2818, 'amount']],
    ['more than the most', { amount: '500.01' }, [422, 2824, 'amount']],
    ['a finer amount than a cent', { amount: '25.001' }, [422, 2810, 'amount']],
    ['another currency', { currency: 'EUR' }, [422, 2809, 'currency']],
    ['zero', { amount: '0' }, [400, 1000, 'amount']],
    ['a negative amount', { amount: '-25' }, [400, 1000, 'amount']],
    ['no number', { amount: 'NaN' }, [400, 1000, 'amount']],
    ['infinity', { amount: 'Infinity' }, [400, 1000, 'amount']],
    ['a huge amount', { amount: '1e308' }, [400, 1000, 'amount']],
    ['a number for text', { amount: 25 }, [400, 1000, 'amount']],
    ['a price of its own', { price: '1' }, [400, 1000, 'price']],
    ['a card number', { card: '4242424242424242' }, [400, 1000, 'card']],
    ['another customer', { userId: randomUUID() }, [400, 1000, 'userId']],
    ['a method that is not there', { methodId: randomUUID() }, [404, 1001, 'methodId']],
  ])('of %s is refused', async (_what, more, expected) => {
    expect(refused(await start(more))).toEqual(expected);
    expect((await own()).orders).toEqual([]);
  });

  it('with the same key is one payment, also when a hundred ask at once; with another body it is refused', async () => {
    const key = randomUUID();
    const before = till.paypal.orders.size;
    const answers = await Promise.all(Array.from({ length: 100 }, () => start({ key })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(till.paypal.orders.size).toBe(before + 1);
    expect(refused(await start({ key, amount: '26' }))).toEqual([409, 2823, 'key']);
    const other = await app.signInAs('user');
    await other.put('/billing', payerProfile);
    expect((await other.post<Order>('/billing/payments', body({ key }))).body.id).not.toBe(answers[0]?.body.id);
  });

  it('is begun ten times at most, though thirty ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => start()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refused(await start())).toEqual([409, 2832, undefined]);
  });

  it.each(['failsBefore', 'dropsAfter', 'failsAfter', 'slowDown'] as const)('goes on when PayPal %s', async (how) => {
    const key = randomUUID();
    till.paypal.rude(/checkout\/orders$/, how);
    expect(refused(await start({ key }))).toEqual([503, 2825, undefined]);
    const order = (await start({ key })).body;
    till.paypal.approve(referenceOf(order));
    till.paypal.rude(/capture$/, how);
    const answer = await check(order.id);
    expect(answer.status === 503 || answer.body.state === 3).toBe(true);
    await look();
    expect(await balance()).toBe('25.5');
    expect([...till.paypal.orders.values()].filter(({ unit, capture }) => unit.custom_id === order.id && capture)).toHaveLength(1);
  });

  it('is not in the balance while PayPal holds it, and is once it does not', async () => {
    till.paypal.captureStatus = 'PENDING';
    const order = await paid();
    expect(order).toMatchObject({ state: 2, problem: 'PENDING: PENDING_REVIEW' });
    expect(await balance()).toBe('0');
    const kept = [...till.paypal.orders.values()].find(({ unit }) => unit.custom_id === order.id);
    if (kept?.capture) kept.capture.status = 'COMPLETED';
    await look();
    expect(await balance()).toBe('25.5');
  });

  it('that is declined is told in PayPal’s words and can be paid with something else', async () => {
    till.paypal.captureRefusal = 'INSTRUMENT_DECLINED';
    const order = await paid();
    expect(order).toMatchObject({ state: 2, problem: expect.stringContaining('INSTRUMENT_DECLINED'), redirectUrl: expect.any(String) });
    till.paypal.captureRefusal = '';
    expect((await check(order.id)).body.state).toBe(3);
  });

  it('expires when nobody pays, and money that comes later is marked, not booked', async () => {
    const order = (await start()).body;
    const reference = referenceOf(order);
    shiftClock(4 * 3_600_000);
    await look();
    shiftClock(0);
    expect((await own()).orders).toMatchObject([{ state: 4 }]);
    till.paypal.approve(reference);
    expect((await check(order.id)).body.state).toBe(4);
    expect(await balance()).toBe('0');
    const kept = till.paypal.orders.get(reference);
    if (kept) Object.assign(kept, { status: 'COMPLETED', capture: { id: 'LATE', status: 'COMPLETED' } });
    expect((await tell('paypal', till.paypal.captured(reference))).status).toBe(200);
    expect((await managed()).orders).toMatchObject([{ state: 4, attention: 'paidLate' }]);
    expect(await balance()).toBe('0');
  });

  it('that is given up is not taken, even if it was approved; one that is over stays', async () => {
    const order = (await start()).body;
    expect((await customer.delete<Order>(`/billing/payments/${order.id}`)).body.state).toBe(4);
    till.paypal.approve(referenceOf(order));
    expect((await check(order.id)).body.state).toBe(4);
    expect(refused(await customer.delete(`/billing/payments/${order.id}`))).toEqual([409, 2820, undefined]);
    expect(await balance()).toBe('0');
  });

  it('of another amount than was asked for is marked and not booked', async () => {
    const order = (await start()).body;
    const kept = till.paypal.orders.get(referenceOf(order));
    if (kept) kept.unit = { ...kept.unit, amount: { currency_code: 'USD', value: '2.55' } };
    till.paypal.approve(referenceOf(order));
    expect((await check(order.id)).body.state).toBe(1);
    expect(kept?.capture).toBeNull();
    expect((await managed()).orders).toMatchObject([{ attention: 'amountDiffers' }]);
  });

  it('a balance of a hundred lets ten of a hundred charges of ten through', async () => {
    await paid('100');
    const charge = () =>
      till.clerk.post(`${path}/charges`, { key: randomUUID(), amount: '10', currency: 'USD', reason: 'A test', mayOwe: false });
    const answers = await Promise.all(Array.from({ length: 100 }, charge));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(await balance()).toBe('0');
  });

  it('needs a connection that is on, and says so', async () => {
    await connectTill(app, till, { isOn: false });
    expect(refused(await start())).toEqual([422, 2822, undefined]);
    expect(await own()).toMatchObject({ providers: [], problem: expect.stringContaining('not connected') });
    await connectTill(app, till);
    const fresh = await app.signInAs('user');
    expect(refused(await fresh.post('/billing/payments', body()))).toEqual([422, 2816, undefined]);
  });

  it('of somebody else is missing', async () => {
    const { id } = (await start()).body;
    const other = await app.signInAs('user');
    for (const call of [
      other.get(`/billing/payments/${id}`),
      other.post(`/billing/payments/${id}/check`),
      other.delete(`/billing/payments/${id}`),
    ])
      expect((await call).status).toBe(404);
    const stranger = await app.signInAs('billingAdmin');
    expect((await stranger.get(`${path}/paymentOrders`)).status).toBe(404);
    expect((await stranger.post(`${path}/collect`, { key: randomUUID() })).status).toBe(404);
  });
});

describe('a webhook', () => {
  it('books what was paid though the customer never came back, once however often it comes', async () => {
    const order = (await start()).body;
    const reference = referenceOf(order);
    till.paypal.approve(reference);
    const news = till.paypal.approved(reference, 'WH-same');
    const answers = await Promise.all(Array.from({ length: 10 }, () => tell('paypal', news)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await balance()).toBe('25.5');
    // Out of order: what comes before comes after.
    await tell('paypal', till.paypal.captured(reference));
    await tell('paypal', till.paypal.approved(reference));
    expect(await balance()).toBe('25.5');
    const { rows } = await sql<{ times: number }>`select times from payment_event where event_id = 'WH-same'`.execute(db());
    expect(rows).toEqual([{ times: 10 }]);
  });

  it('is not believed: what it is about is read again', async () => {
    const order = (await start()).body;
    const reference = referenceOf(order);
    await tell(
      'paypal',
      till.paypal.webhook('PAYMENT.CAPTURE.COMPLETED', 'capture', { id: 'X', custom_id: order.id, amount: { value: '999' } }),
    );
    await tell('paypal', till.paypal.approved(reference));
    expect((await own()).orders).toMatchObject([{ state: 1 }]);
    expect(await balance()).toBe('0');
  });

  const now = () => new Date();
  const forged = {
    'without a signature': (fake: StripeFake, id: string) => ({ ...fake.ended(id), headers: { 'content-type': 'application/json' } }),
    'with a wrong secret': (fake: StripeFake, id: string) => fake.ended(id, { secret: 'whsec_other' }),
    'of six minutes ago': (fake: StripeFake, id: string) => fake.ended(id, { at: new Date(now().getTime() - 360_000) }),
    'of six minutes ahead': (fake: StripeFake, id: string) => fake.ended(id, { at: new Date(now().getTime() + 360_000) }),
    'whose body was changed': (fake: StripeFake, id: string) => {
      const { headers, body } = fake.ended(id);
      return { headers, body: `${body} ` };
    },
    'with a signature of nonsense': (fake: StripeFake, id: string) => ({
      ...fake.ended(id),
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=zz,v1,=,t=NaN' },
    }),
    'that is no JSON': () => ({ headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' }, body: '{' }),
  };
  it.each(Object.entries(forged))('%s is refused, counted and does nothing', async (_what, make) => {
    const order = (await start({ provider: 'stripe' })).body;
    till.stripe.pay(sessionOf(order));
    const before = (await connectionOf('stripe'))?.webhooksRefused ?? 0;
    expect(refused(await tell('stripe', make(till.stripe, sessionOf(order))))).toEqual([400, 2827, undefined]);
    expect((await connectionOf('stripe'))?.webhooksRefused).toBe(before + 1);
    expect(await balance()).toBe('0');
    expect((await tell('stripe', till.stripe.ended(sessionOf(order)))).status).toBe(200);
    expect(await balance()).toBe('25.5');
  });

  it('that PayPal did not sign is refused; where there is no connection it is refused alike', async () => {
    const order = (await start()).body;
    till.paypal.approve(referenceOf(order));
    const news = till.paypal.approved(referenceOf(order));
    expect(refused(await tell('paypal', { ...news, body: news.body.replace('APPROVED', 'DENIED') }))).toEqual([400, 2827, undefined]);
    expect(refused(await tell('paypal', { body: news.body, headers: { 'content-type': 'application/json' } }))).toEqual([
      400,
      2827,
      undefined,
    ]);
    const nowhere = await app.stranger().call('POST', `/payments/events/${randomUUID()}`, news.body, news.headers);
    expect(refused(nowhere)).toEqual([400, 2827, undefined]);
    expect(await balance()).toBe('0');
  });

  it('that comes while PayPal is away is dealt with later', async () => {
    const order = (await start()).body;
    till.paypal.approve(referenceOf(order));
    till.paypal.rude(/^GET .*checkout\/orders/, 'failsBefore');
    expect((await tell('paypal', till.paypal.approved(referenceOf(order)))).status).toBe(200);
    expect(await balance()).toBe('0');
    await look();
    expect(await balance()).toBe('25.5');
    till.paypal.rude(/verify-webhook/, 'failsBefore');
    expect(refused(await tell('paypal', till.paypal.approved(referenceOf(order))))).toEqual([503, 2825, undefined]);
  });

  it('about a dispute shows it at the payment, and its end', async () => {
    const order = (await start()).body;
    const reference = referenceOf(order);
    till.paypal.approve(reference);
    await check(order.id);
    await tell('paypal', till.paypal.dispute(reference));
    expect((await own()).orders[0]?.disputes).toMatchObject([{ state: 'open', amount: '25.5' }]);
    await tell('paypal', till.paypal.dispute(reference, 'RESOLVED'));
    expect((await managed()).orders[0]?.disputes).toMatchObject([{ state: 'won' }]);
  });
});

describe('money that is given back', () => {
  const refund = (transactionId: string, amount: string, kind = 'moneyBack') =>
    till.clerk.post<{ id: string }>(`${path}/refunds`, { key: randomUUID(), transactionId, kind, amount, reason: 'A test' });
  const transactions = async () => (await customer.get<{ items: { id: string; kind: string }[] }>('/billing/history')).body.items;

  it('of a deposit goes back to what it was paid with, never more than was paid though fifty ask', async () => {
    const before = till.paypal.taken();
    await paid('30');
    const [deposit] = await transactions();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(deposit?.id ?? '', '10')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await own()).orders[0]?.refunds).toEqual(Array.from({ length: 3 }, () => ({ amount: '10', state: 'done', problem: '' })));
    expect(till.paypal.taken()).toBe(before);
    expect(await balance()).toBe('0');
  });

  it('of a charge goes back to what was paid last, over several payments; a reduction stays here', async () => {
    await byCard('20', false);
    await paid('30');
    await owe('50');
    const charge = (await transactions()).find(({ kind }) => kind === 'charge');
    expect((await refund(charge?.id ?? '', '5', 'reduction')).status).toBe(200);
    expect((await own()).orders.flatMap(({ refunds }) => refunds)).toEqual([]);
    expect((await refund(charge?.id ?? '', '45')).status).toBe(200);
    const orders = (await own()).orders.map(({ amount, refunds }) => [amount, refunds.map((one) => [one.amount, one.state])]);
    expect(orders).toEqual([
      ['30', [['30', 'done']]],
      ['20', [['15', 'done']]],
    ]);
  });

  it('that the provider refuses is shown as such; one that does not answer is asked again, once', async () => {
    await paid('30');
    const [deposit] = await transactions();
    till.paypal.rude(/refund$/, 'dropsAfter');
    await refund(deposit?.id ?? '', '10');
    expect((await own()).orders[0]?.refunds).toMatchObject([{ state: 'waiting' }]);
    await look();
    expect((await own()).orders[0]?.refunds).toMatchObject([{ state: 'done' }]);
    till.paypal.refundRefusal = 'REFUND_TIME_LIMIT_EXCEEDED';
    await refund(deposit?.id ?? '', '5');
    expect((await own()).orders[0]?.refunds[1]).toMatchObject({ state: 'failed', problem: expect.stringContaining('REFUND_TIME_LIMIT') });
  });
});

describe('a kept method', () => {
  it('is kept only when the customer says so, without any number of a card', async () => {
    await byCard('25', false);
    expect((await own()).methods).toEqual([]);
    await byCard();
    expect((await own()).methods).toMatchObject([{ label: 'visa •••• 4242', expires: '2031-04', isDefault: true }]);
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ' '), '') as text from (
        select to_jsonb(m) as t from payment_method m union all select to_jsonb(o) from payment_order o union all select to_jsonb(e) from payment_event e) all_rows`.execute(
      db(),
    );
    expect(rows[0]?.text).not.toMatch(/\b\d{13,19}\b/);
  });

  it('pays again without a page, is made the default, and is forgotten at the provider too', async () => {
    await byCard();
    await paid('25', { keepsMethod: true });
    const [card, wallet] = (await own()).methods;
    expect(wallet).toMatchObject({ label: 'PayPal p•••@example.test', isDefault: false });
    for (const [provider, method] of [
      ['stripe', card],
      ['paypal', wallet],
    ] as const)
      expect((await start({ provider, amount: '10', methodId: method?.id })).body).toMatchObject({ state: 3, redirectUrl: null });
    expect(await balance()).toBe('70');
    expect((await customer.put(`/billing/paymentMethods/${wallet?.id}/default`)).status).toBe(200);
    expect((await own()).methods.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect((await customer.delete(`/billing/paymentMethods/${wallet?.id}`)).status).toBe(200);
    expect(till.paypal.vaulted.size).toBe(0);
    expect((await own()).methods).toMatchObject([{ id: card?.id, isDefault: true }]);
    expect((await customer.delete(`/billing/paymentMethods/${card?.id}`)).status).toBe(200);
    expect(till.stripe.detached).toHaveLength(1);
    expect(refused(await start({ provider: 'stripe', methodId: card?.id }))).toEqual([404, 1001, 'methodId']);
  });

  it('of somebody else is missing', async () => {
    await byCard();
    const [method] = (await own()).methods;
    const other = await app.signInAs('user');
    await other.put('/billing', payerProfile);
    expect((await other.put(`/billing/paymentMethods/${method?.id}/default`)).status).toBe(404);
    expect((await other.delete(`/billing/paymentMethods/${method?.id}`)).status).toBe(404);
    expect(refused(await other.post('/billing/payments', body({ provider: 'stripe', methodId: method?.id })))).toEqual([
      404,
      1001,
      'methodId',
    ]);
  });

  it('is charged what is owed, once a day, where the policy says so', async () => {
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

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['the customer pays by deposit', () => till.clerk.put(`${path}/paymentType`, { paymentType: 'Deposit' }), /by deposit only/],
    ['the company does not', () => connectTill(app, till, { chargesSaved: false }), /does not charge/],
    ['nothing is owed', () => paid('100'), /owes nothing/],
  ])('is not charged when %s', async (_what, change, words) => {
    await byCard('25');
    await owe('40');
    await change();
    const before = await balance();
    await collectDebts(await system());
    expect(await balance()).toBe(before);
    const answer = await till.clerk.post(`${path}/collect`, { key: randomUUID() });
    expect(refused(answer)).toEqual([422, 2831, undefined]);
    expect(answer.text).toMatch(words);
    await connectTill(app, till);
  });

  it.each(['pm_card_authenticationRequired', 'pm_card_chargeDeclined'] as const)(
    'that is refused (%s) is not tried again: the customer is told and pays himself',
    async (card) => {
      till.stripe.card = card;
      await byCard('25');
      await owe('40');
      await collectDebts(await system());
      expect(await balance()).toBe('-15');
      const { rows } = await sql`select from mail_message where kind = 'payments.declined' and user_id = ${customer.userId}`.execute(db());
      expect(rows).toHaveLength(1);
      expect((await own()).methods[0]?.problem).toMatch(/card_declined|authentication_required/);
      shiftClock(25 * 3_600_000);
      const before = till.stripe.asked.length;
      await collectDebts(await system());
      expect(till.stripe.asked.slice(before).filter(({ url }) => url.pathname.endsWith('/payment_intents'))).toEqual([]);
      shiftClock(0);
      expect(refused(await till.clerk.post(`${path}/collect`, { key: randomUUID() }))).toEqual([422, 2831, undefined]);
    },
  );

  it('is charged once by a key, though its answer was lost', async () => {
    await byCard('25');
    await owe('40');
    const key = randomUUID();
    const before = till.stripe.taken();
    till.stripe.rude(/payment_intents$/, 'dropsAfter');
    expect((await till.clerk.post(`${path}/collect`, { key })).status).toBe(503);
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.clerk.post<Order>(`${path}/collect`, { key })));
    expect(answers.every(({ body }) => body.state === 3)).toBe(true);
    expect(till.stripe.taken()).toBe(before + 1500);
    expect(await balance()).toBe('0');
  });
});

describe('an account that is suspended for an unpaid bill', () => {
  const stateOf = async () =>
    (await db().selectFrom('user_account').select('account_state').where('id', '=', customer.userId).executeTakeFirstOrThrow())
      .account_state;

  it.each<[string, number]>([
    ['Suspended-Billing', 1],
    ['Suspended-Policy', 0],
  ])('%s goes on once nothing is owed any more, and only for that (%i)', async (state, resumes) => {
    await owe('40');
    await sql`update user_account set account_state = ${state} where id = ${customer.userId}`.execute(db());
    await paid('30');
    expect(await stateOf()).toBe(state);
    await paid('10');
    expect(await stateOf()).toBe(resumes ? 'Ok' : state);
  });
});

describe('a connection', () => {
  const save = (more: object, provider = 'stripe') =>
    app.root.put(`/companies/${till.companyId}/payments/${provider}`, { ...terms, baseAddress: till.stripe.origin, ...more });

  it('never shows its keys, keeps them sealed, and sends them nowhere else', async () => {
    const { text } = await app.root.get(`/companies/${till.companyId}/payments`);
    for (const secret of [till.stripe.secretKey, till.stripe.webhookSecret, till.paypal.clientSecret]) expect(text).not.toContain(secret);
    const { rows } = await sql<{ secret: Buffer }>`select secret from payment_connection`.execute(db());
    for (const { secret } of rows) expect(secret.toString('latin1')).not.toMatch(/sk_test|fake/);
    expect((await save({})).status).toBe(200);
    expect(refused(await save({ baseAddress: 'https://other.example' }))).toEqual([422, 2828, 'secret']);
    expect(refused(await save({ isLive: true }))).toEqual([422, 2828, 'secret']);
    expect(refused(await save({ baseAddress: 'ftp://other.example' }))).toEqual([422, 2829, 'baseAddress']);
    expect(refused(await save({ baseAddress: 'nonsense' }))).toEqual([422, 2829, 'baseAddress']);
    expect(refused(await save({ maxAmount: '1.001' }))).toEqual([422, 2810, 'maxAmount']);
  });

  it('is tried, and says what the provider says of its keys', async () => {
    const tryIt = () => app.root.post(`/companies/${till.companyId}/payments/stripe/try`);
    expect((await tryIt()).status).toBe(200);
    await save({ secret: 'sk_test_wrong' });
    const answer = await tryIt();
    expect(refused(answer)).toEqual([422, 2826, undefined]);
    expect(answer.text).toContain('Invalid API Key');
    expect(answer.text).not.toContain('sk_test_wrong');
    await connectTill(app, till);
  });

  it('that was used is switched off instead of removed; of another company it is missing', async () => {
    await start();
    expect(refused(await app.root.delete(`/companies/${till.companyId}/payments/paypal`))).toEqual([409, 2830, undefined]);
    expect((await app.root.get(`/companies/${randomUUID()}/payments`)).status).toBe(404);
    expect((await app.root.delete(`/companies/${randomUUID()}/payments/paypal`)).status).toBe(404);
    expect((await (await app.signInAs('billingAdmin')).get(`/companies/${till.companyId}/payments`)).status).toBe(404);
    expect((await till.clerk.put(`/companies/${till.companyId}/payments/stripe`, {})).status).toBe(403);
  });
});
