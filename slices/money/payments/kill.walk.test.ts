import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { runJobsOnce } from '../../../server/testing/jobs.ts';
import { endOf, spawnWorkerProcess } from '../../../server/testing/workerProcess.ts';
import {
  openPaymentHarness,
  type PaymentShop,
  payerProfile,
} from './server/testing/paymentHarness.ts';

let app: TestApp;
let shop: PaymentShop;
let dataDir: string;
let customer: TestClient;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-pay-'));
  app = await startTestApp({ role: 'api', dataDir });
  shop = await openPaymentHarness(app);
}, 60_000);
beforeEach(async () => {
  customer = await app.signInAs('user');
  await customer.put('/billing', payerProfile);
});
afterAll(async () => {
  await app.close();
  await shop.close();
  await rm(dataDir, { recursive: true, force: true });
});

const worker = (stopAt?: string) =>
  spawnWorkerProcess({
    databaseUrl: app.portal.services.config.databaseUrl,
    dataDir,
    ...(stopAt ? { stopAt } : {}),
  });

interface Order {
  id: string;
  state: number;
  redirectUrl: string;
}
const orders = async () =>
  (await customer.get<{ orders: Order[] }>('/billing/payments')).body.orders;
const balance = async () =>
  (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances[0]?.amount ??
  '0';

/** Checks all unfinished payments now, without waiting for the leases of killed workers. */
async function runAllJobs(job: string): Promise<void> {
  await sql`update payment_order set look_at = now() - interval '1 minute' where state in (1, 2)`.execute(
    db(),
  );
  await sql`update chore set lease_until = now() where name = ${job} and worker_id not in (select id from task_worker where seen_at > now() - interval '2 seconds')`.execute(
    db(),
  );
  await runJobsOnce(app.portal, job);
}

/** Kills a worker at this point, then lets another worker finish its work. */
async function killAt(point: string, job: string, isDone: () => Promise<void>): Promise<void> {
  const first = worker(point);
  const exited = endOf(first);
  await vi.waitFor(
    async () => {
      await runAllJobs(job);
      expect(first.signalCode).toBe('SIGKILL');
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(await exited).toBe('SIGKILL');
  const second = worker();
  try {
    await vi.waitFor(
      async () => {
        await runAllJobs(point.startsWith('payment.charge') ? 'payments.look' : job);
        await isDone();
      },
      { timeout: 90_000, interval: 200 },
    );
  } finally {
    second.kill('SIGTERM');
    await endOf(second);
  }
}

describe('a worker that is killed', () => {
  it.each([
    'payment.settle:capture:before',
    'payment.settle:capture:after',
    'payment.settle:book:after',
  ])('at %s leaves a deposit that is captured and recorded once', async (point) => {
    const before = shop.paypal.taken();
    const body = {
      key: crypto.randomUUID(),
      provider: 'paypal',
      amount: '20',
      currency: 'USD',
      keepsMethod: false,
    };
    const order = (await customer.post<Order>('/billing/payments', body)).body;
    shop.paypal.approve(new URL(order.redirectUrl).searchParams.get('token') ?? '');
    await killAt(point, 'payments.look', async () => expect((await orders())[0]?.state).toBe(3));
    expect(await balance()).toBe('20');
    expect(shop.paypal.taken()).toBe(before + 2000);
  });

  it.each(['payment.charge:charge:before', 'payment.charge:charge:after'])(
    'at %s leaves an amount due that is charged once',
    async (point) => {
      const body = {
        key: crypto.randomUUID(),
        provider: 'stripe',
        amount: '5',
        currency: 'USD',
        keepsMethod: true,
      };
      const order = (await customer.post<Order>('/billing/payments', body)).body;
      shop.stripe.pay(new URL(order.redirectUrl).pathname.split('/')[2] ?? '');
      await customer.post(`/billing/payments/${order.id}/check`);
      const path = `/billingManage/${shop.companyId}/${customer.userId}`;
      await shop.clerk.post(`${path}/charges`, {
        key: crypto.randomUUID(),
        amount: '30',
        currency: 'USD',
        reason: 'A test',
        mayOwe: true,
      });
      const before = shop.stripe.taken();
      await killAt(point, 'payments.collect', async () =>
        expect((await orders()).every(({ state }) => state === 3)).toBe(true),
      );
      expect(await balance()).toBe('0');
      expect(shop.stripe.taken()).toBe(before + 2500);
    },
  );
});
