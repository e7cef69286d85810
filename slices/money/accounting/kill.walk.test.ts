import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FinansitFake } from '../../../drivers/accounting/testing/finansit.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { runJobsOnce } from '../../../server/testing/jobs.ts';
import { endOf, spawnWorkerProcess } from '../../../server/testing/workerProcess.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  runMonth,
  setBillingProfile,
  useServer,
} from '../invoices/server/testing/month.ts';
import { connectAccounting, startAccountingFake } from './server/testing/accountingFake.ts';

const customers = 3;
const job = 'outbound.deliver';
let app: TestApp;
let company: InvoicedCompany;
let finansit: FinansitFake;
let dataDir: string;
const db = () => app.portal.services.database.db;
const work = (stopAt?: string) =>
  spawnWorkerProcess({
    databaseUrl: app.portal.services.config.databaseUrl,
    dataDir,
    ...(stopAt ? { stopAt } : {}),
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-books-'));
  app = await startTestApp({ role: 'api', dataDir });
  finansit = await startAccountingFake(app);
  company = await createInvoicingCompany(app);
  for (let count = 0; count < customers; count++) {
    const buyer = await app.signInAs('user');
    await setBillingProfile(buyer);
    await useServer(app, buyer.userId, company.period, 5);
  }
  const worker = work();
  await runMonth(company.clerk, company.run);
  worker.kill('SIGTERM');
  await endOf(worker);
  await connectAccounting(app, company.companyId, finansit);
}, 120_000);
beforeEach(async () => {
  await sql`delete from accounting_hand_over`.execute(db());
  await sql`delete from outbound_job where type = 'accounting.document'`.execute(db());
  finansit.documents.clear();
  finansit.asked.length = 0;
  expect((await company.clerk.post(`${company.run}/handOver`, { which: 'missing' })).body).toEqual({
    documents: customers,
  });
});
afterAll(async () => {
  await app.close();
  await finansit.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the periodic jobs now, in any process. Expires the locks of killed processes. */
async function runAllJobs(): Promise<void> {
  const alive = sql`select id from task_worker where seen_at > now() - interval '2 seconds'`;
  const { rows } = await sql`
    update chore set lease_until = now() where name = ${job} and worker_id not in (${alive}) returning name`.execute(
    db(),
  );
  if (rows.length > 0)
    await sql`update outbound_job set lease_until = now() where lease_until is not null`.execute(
      db(),
    );
  await runJobsOnce(app.portal, job);
}

it.each([
  ['accounting.handOver:send:before', customers],
  ['accounting.handOver:send:after', customers + 1],
])('killing a worker at %s still exports each document exactly once', async (point, calls) => {
  const first = work(point);
  await vi.waitFor(
    async () => {
      await runJobsOnce(app.portal, job);
      expect(first.signalCode).toBe('SIGKILL');
    },
    { timeout: 60_000, interval: 200 },
  );
  const second = work();
  try {
    await vi.waitFor(
      async () => {
        await runAllJobs();
        expect(
          (await company.clerk.get<{ counts: object }>(`${company.run}/handOver`)).body.counts,
        ).toMatchObject({
          sent: customers,
          waiting: 0,
        });
      },
      { timeout: 90_000, interval: 200 },
    );
  } finally {
    second.kill('SIGTERM');
    await endOf(second);
  }
  expect(finansit.documents.size).toBe(customers);
  expect(finansit.handed).toHaveLength(calls);
});
