import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { runJobsOnce } from '../../../server/testing/jobs.ts';
import { mailsTo } from '../../../server/testing/outbox.ts';
import { endOf, spawnWorkerProcess } from '../../../server/testing/workerProcess.ts';
import {
  openPaymentHarness,
  type PaymentShop,
  payerProfile,
} from '../payments/server/testing/paymentHarness.ts';
import { addDays } from './server/evaluation/plan.ts';
import { issue, stepsOf, today } from './server/testing/debts.ts';

let app: TestApp;
let shop: PaymentShop;
let dataDir: string;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-dunning-'));
  app = await startTestApp({ role: 'api', dataDir });
  shop = await openPaymentHarness(app);
}, 60_000);
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

async function runAllJobs(): Promise<void> {
  await sql`update chore set lease_until = now() where name = 'dunning.apply'
    and worker_id not in (select id from task_worker where seen_at > now() - interval '2 seconds')`.execute(
    db(),
  );
  await runJobsOnce(app.portal, 'dunning.apply');
}

const ladder = [
  { kind: 'reminder', days: 1 },
  { kind: 'fee', days: 2, mode: 'fixed', amount: '7' },
  { kind: 'retry', days: 3 },
  { kind: 'suspend', days: 4 },
];

it.each([
  ['dunning.step:reminder:before', 'reminder.1'],
  ['dunning.step:fee:before', 'fee.1'],
  ['dunning.step:retry:after', 'retry.1'],
  ['dunning.step:suspend:before', 'suspend.1'],
])('killing a worker at %s still runs each step exactly once', async (point, step) => {
  const customer = await app.signInAs('user');
  await customer.put('/billing', payerProfile);
  const body = {
    key: randomUUID(),
    provider: 'stripe',
    amount: '5',
    currency: 'USD',
    keepsMethod: true,
  };
  const order = (
    await customer.post<{ id: string; redirectUrl: string }>('/billing/payments', body)
  ).body;
  shop.stripe.pay(new URL(order.redirectUrl).pathname.split('/')[2] ?? '');
  await customer.post(`/billing/payments/${order.id}/check`);
  await sql`update payment_method set problem = 'refused before' where user_id = ${customer.userId}`.execute(
    db(),
  );
  const { userId } = customer;
  const { companyId } = shop;
  const documentId = await issue(app, {
    companyId,
    userId,
    amount: '30',
    dueOn: addDays(today(), -20),
  });
  // The previous steps ran a week ago.
  for (const { kind } of ladder.slice(
    0,
    ladder.findIndex(({ kind }) => step.startsWith(kind)),
  ))
    await sql`
      insert into dunning_step (company_id, user_id, document_id, step, kind, planned_on, done_on, at, outcome, reason)
      values (${companyId}, ${userId}, ${documentId}, ${`${kind}.1`}, ${kind}, current_date - 7, current_date - 7, now() - interval '7 days', 'done', 'told')`.execute(
      db(),
    );
  const before = shop.stripe.taken();
  await shop.clerk.put(`/billingManage/${companyId}/${userId}/billingPolicy`, {
    isOn: true,
    steps: ladder,
  });
  const first = worker(point);
  const exited = endOf(first);
  await vi.waitFor(
    async () => {
      await runAllJobs();
      expect(first.signalCode).toBe('SIGKILL');
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(await exited).toBe('SIGKILL');
  expect((await stepsOf(app, userId)).map((done) => done.step)).not.toContain(step);
  const second = worker();
  try {
    await vi.waitFor(
      async () => {
        await runAllJobs();
        expect((await stepsOf(app, userId)).map((done) => done.step)).toContain(step);
      },
      { timeout: 90_000, interval: 200 },
    );
  } finally {
    second.kill('SIGTERM');
    await endOf(second);
  }
  const { rows } = await sql<{ charges: number; state: string }>`
    select (select count(*)::integer from ledger_transaction where user_id = u.id and kind = 'charge') as charges, account_state as state
    from user_account u where id = ${userId}`.execute(db());
  expect(rows[0]).toEqual({
    charges: step === 'fee.1' ? 2 : 1,
    state: step === 'suspend.1' ? 'Suspended-Billing' : 'Ok',
  });
  expect(shop.stripe.taken() - before).toBe(step === 'retry.1' ? 2500 : 0);
  const mails = (await mailsTo(app.portal, customer.email)).filter(({ kind }) =>
    kind.startsWith('dunning'),
  );
  expect(mails).toHaveLength(step === 'retry.1' ? 0 : 1);
  await shop.clerk.put(`/billingManage/${companyId}/${userId}/billingPolicy`, {
    isOn: false,
    steps: [],
  });
});
