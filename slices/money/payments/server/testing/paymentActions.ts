import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { outboundRunner } from '../../../../../server/platform/outbound/outboundRunner.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../../server/testing/client.ts';
import { refreshPayments } from '../jobs.ts';
import { openPaymentHarness, type PaymentShop, payerProfile } from './paymentHarness.ts';

export interface Order {
  id: string;
  state: number;
  redirectUrl: string | null;
  problem: string;
  amount: string;
  attention?: string | null;
  refunds: { amount: string; state: string; problem: string }[];
  disputes: { state: string; reason: string; amount: string }[];
}
export interface Method {
  id: string;
  label: string;
  expires: string;
  isDefault: boolean;
  problem: string;
}
export interface OwnPaymentsAnswer {
  providers: { provider: string }[];
  problem: string | null;
  methods: Method[];
  orders: Order[];
}

export const errorSummary = ({ status, body }: Answer<object>) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
export const body = (more: object = {}) => ({
  key: randomUUID(),
  provider: 'paypal',
  amount: '25.50',
  currency: 'USD',
  keepsMethod: false,
  ...more,
});
export const referenceOf = (order: Order) =>
  new URL(order.redirectUrl ?? '').searchParams.get('token') ?? '';
export const sessionOf = (order: Order) =>
  new URL(order.redirectUrl ?? '').pathname.split('/')[2] ?? '';

/** Sets up a portal with payment simulators, a customer for each test, and payment actions. */
export function useCounter() {
  const counter = {} as {
    app: TestApp;
    till: PaymentShop;
    customer: TestClient;
    path: string;
    db(): TestApp['portal']['services']['database']['db'];
  };
  beforeAll(async () => {
    counter.app = await startTestApp({ role: 'api' });
    counter.till = await openPaymentHarness(counter.app);
    counter.db = () => counter.app.portal.services.database.db;
  });
  beforeEach(async () => {
    counter.customer = await counter.app.signInAs('user');
    await counter.customer.put('/billing', payerProfile);
    counter.path = `/billingManage/${counter.till.companyId}/${counter.customer.userId}`;
  });
  afterEach(() => {
    shiftClock(0);
    Object.assign(counter.till.paypal, {
      captureStatus: 'COMPLETED',
      captureRefusal: '',
      refundRefusal: '',
      savedRefusal: '',
    });
    counter.till.stripe.card = 'pm_card_visa';
  });
  afterAll(async () => {
    await counter.app.close();
    await counter.till.close();
  });
  const start = (more: object = {}) =>
    counter.customer.post<Order>('/billing/payments', body(more));
  const check = (id: string) => counter.customer.post<Order>(`/billing/payments/${id}/check`);
  const readPayments = async () =>
    (await counter.customer.get<OwnPaymentsAnswer>('/billing/payments')).body;
  const balance = async () =>
    (await counter.customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]
      ?.amount ?? '0';
  const managed = async () =>
    (await counter.till.clerk.get<OwnPaymentsAnswer>(`${counter.path}/paymentOrders`)).body;
  const system = async () =>
    systemContext(counter.app.portal.services, {
      site: await counter.app.portal.sites.byId(counter.app.siteId),
      log: counter.app.portal.app.log as never,
    });
  const runChecks = async () => {
    await sql`update payment_order set look_at = now() - interval '1 year' where look_at is not null`.execute(
      counter.db(),
    );
    await sql`update payment_refund set look_at = now() - interval '1 year' where look_at is not null`.execute(
      counter.db(),
    );
    await sql`update payment_event set look_at = now() - interval '1 year' where look_at is not null`.execute(
      counter.db(),
    );
    await sql`with woken as (delete from outbound_destination where type = 'payments.refund')
      update outbound_job set due_at = now() - interval '1 year' where type = 'payments.refund' and state = 'waiting'`.execute(
      counter.db(),
    );
    const { services, app } = counter.app.portal;
    await outboundRunner(services).round('payments.refund', app.log as never);
    await refreshPayments(await system());
  };
  const connectionOf = async (provider: string) => {
    const { body } = await counter.app.root.get<{
      items: { provider: string; webhookUrl: string; webhooksRefused: number }[];
    }>(`/companies/${counter.till.companyId}/payments`);
    return body.items.find((item) => item.provider === provider);
  };
  const sendEvent = async (
    provider: 'paypal' | 'stripe',
    { headers, body }: { headers: Record<string, string>; body: string },
  ) => {
    const { pathname } = new URL((await connectionOf(provider))?.webhookUrl ?? '');
    return await counter.app.anonymous().call('POST', pathname.replace('/svc', ''), body, headers);
  };
  /** A completed deposit. */
  async function placePaidOrder(amount = '25.50', more: object = {}): Promise<Order> {
    const order = (await start({ amount, ...more })).body;
    counter.till.paypal.approve(referenceOf(order));
    return (await check(order.id)).body;
  }
  const payByCard = async (amount = '25', keepsMethod = true): Promise<Order> => {
    const order = (await start({ provider: 'stripe', amount, keepsMethod })).body;
    counter.till.stripe.pay(sessionOf(order));
    return (await check(order.id)).body;
  };
  const addDebt = (amount: string) =>
    counter.till.clerk.post(`${counter.path}/charges`, {
      key: randomUUID(),
      amount,
      currency: 'USD',
      reason: 'A test',
      mayOwe: true,
    });

  return Object.assign(counter, {
    start,
    check,
    own: readPayments,
    balance,
    managed,
    system,
    look: runChecks,
    connectionOf,
    tell: sendEvent,
    paid: placePaidOrder,
    byCard: payByCard,
    owe: addDebt,
  });
}
