import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listStopPoints } from '../../../server/platform/tasks/stopPoints.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { endOf, spawnWorkerProcess } from '../../../server/testing/workerProcess.ts';
import { invoiceProblems } from './server/index.ts';
import { invoicesSlice } from './server/slice.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  useServer,
  waitForRun,
} from './server/testing/month.ts';

const customers = 24;
let app: TestApp;
let dataDir: string;
let company: InvoicedCompany;
const db = () => app.portal.services.database.db;
const workers: ReturnType<typeof spawnWorkerProcess>[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-invoices-'));
  app = await startTestApp({ role: 'api', dataDir });
}, 60_000);
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Creates a separate company and site with customers who can all be charged. */
beforeEach(async () => {
  await sql`delete from company_site`.execute(db());
  company = await createInvoicingCompany(app);
  const siteId = await app.makeSite('Killed');
  await app.root.put(`/companies/${company.companyId}/siteAdmin`, {
    siteIds: [siteId],
    adminIds: [company.clerk.userId],
  });
  const { rows } = await sql<{ id: string }>`
    insert into user_account (site_id, email, billing_state)
    select ${siteId}, 'walk-' || n || '-' || gen_random_uuid() || '@example.test', -1 from generate_series(1, ${customers}) as n returning id`.execute(
    db(),
  );
  for (const { id } of rows) await useServer(app, id, company.period, 5);
});

function work(stopAt?: string) {
  const worker = spawnWorkerProcess({
    databaseUrl: app.portal.services.config.databaseUrl,
    dataDir,
    ...(stopAt ? { stopAt } : {}),
  });
  workers.push(worker);
  return worker;
}
const start = async () =>
  expect((await company.clerk.post(`${company.run}/run`, { issues: true })).status).toBe(200);
async function issuedCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoice where company_id = ${company.companyId} and state = 'issued'`.execute(
    db(),
  );
  return rows[0]?.count ?? 0;
}

/** Expects each customer to be charged once and emailed once, and each number to be used once. */
async function expectComplete(): Promise<void> {
  expect(await waitForRun(company.clerk, company.run)).toMatchObject({
    run: { state: 'done' },
    counts: { issued: customers, draft: 0, blocked: 0, empty: 0 },
    documents: customers,
  });
  const { rows } = await sql<{ numbers: number[]; charged: number; mailed: number; mails: number }>`
    select (select array_agg(number::integer order by number) from invoice_document where company_id = ${company.companyId}) as numbers,
      (select count(distinct user_id)::integer from ledger_transaction where company_id = ${company.companyId} and kind = 'charge') as charged,
      (select count(distinct m.document_id)::integer from invoice_mail m join invoice_document d on d.id = m.document_id where d.company_id = ${company.companyId}) as mailed,
      (select count(*)::integer from mail_message m join invoice_document d on d.id = (m.attached ->> 'id')::uuid where d.company_id = ${company.companyId}) as mails`.execute(
    db(),
  );
  expect(rows).toEqual([
    {
      numbers: Array.from({ length: customers }, (_, index) => index + 1),
      charged: customers,
      mailed: customers,
      mails: customers,
    },
  ]);
}

describe('an invoicing run whose worker is killed with -9', () => {
  it.each(listStopPoints(invoicesSlice.tasks ?? []))(
    'is completed by the next run when killed at %s, without duplicates or gaps',
    async (point) => {
      await start();
      expect(await endOf(work(point))).toBe('SIGKILL');
      const recoveryWorker = work();
      await expectComplete();
      recoveryWorker.kill('SIGKILL');
    },
  );

  it('is completed after repeated kills between customers, without duplicates or gaps', async () => {
    await start();
    // A task is abandoned after five workers die at the same step. Four are killed here, each after
    // a few more customers, at an arbitrary point.
    for (const minIssued of [1, 6, 11, 17]) {
      const worker = work();
      await vi.waitFor(async () => expect(await issuedCount()).toBeGreaterThanOrEqual(minIssued), {
        timeout: 60_000,
        interval: 1,
      });
      worker.kill('SIGKILL');
      await endOf(worker);
      expect(await invoiceProblems(db())).toEqual([]);
      expect(await issuedCount()).toBeLessThanOrEqual(customers);
    }
    const recoveryWorker = work();
    await expectComplete();
    recoveryWorker.kill('SIGKILL');
  });

  it('reuses the number of a document that was written but not committed', async () => {
    const hang = await blockAt(3);
    await start();
    const worker = work();
    await hang.hangs();
    worker.kill('SIGKILL');
    await endOf(worker);
    expect(await issuedCount()).toBe(2);
    await hang.breakOff();
    const recoveryWorker = work();
    await expectComplete();
    recoveryWorker.kill('SIGKILL');
  });
});

it('stops after the current customer when canceled, and the next run continues from there', async () => {
  const hang = await blockAt(3);
  await start();
  const worker = work();
  await hang.hangs();
  // The task row is locked while a customer's invoice is written, so canceling waits for that
  // invoice. Canceling twice has the same effect as canceling once.
  const stop = () => company.clerk.post(`${company.run}/stop`);
  const stopping = Promise.all([stop(), stop()]);
  await hang.waits();
  await hang.goOn();
  expect((await stopping).map(({ status }) => status)).toEqual([200, 200]);
  expect(await waitForRun(company.clerk, company.run)).toMatchObject({ run: { state: 'stopped' } });
  expect(await issuedCount()).toBeLessThan(customers);
  expect(await invoiceProblems(db())).toEqual([]);
  await start();
  await expectComplete();
  worker.kill('SIGKILL');
});

const hangLock = 7_216_099;

/**
 * Blocks the transaction that writes the document with this number until it is released or its
 * connection is closed.
 */
async function blockAt(number: number) {
  const holder = new pg.Client({ connectionString: app.administration.url });
  await holder.connect();
  await holder.query(`select pg_advisory_lock(${hangLock})`);
  await holder.query(`create or replace function hang_there() returns trigger language plpgsql as $$ begin
    if new.number = ${number} then perform pg_advisory_xact_lock(${hangLock}); end if; return new; end $$`);
  await holder.query(
    'create or replace trigger hang_there after insert on invoice_document for each row execute function hang_there()',
  );
  const waitingLocks = `from pg_locks where locktype = 'advisory' and not granted and objid = ${hangLock}`;
  const releaseLock = async () => {
    await holder.query(`select pg_advisory_unlock(${hangLock})`);
    await holder.end();
  };
  return {
    hangs: () =>
      vi.waitFor(
        async () => expect((await holder.query(`select ${waitingLocks}`)).rowCount).toBe(1),
        {
          timeout: 60_000,
          interval: 10,
        },
      ),
    waits: () =>
      vi.waitFor(
        // A second request queues behind the first one, so more than one lock may be waiting.
        async () =>
          expect(
            (
              await holder.query(
                "select from pg_locks where locktype = 'transactionid' and not granted",
              )
            ).rowCount,
          ).toBeGreaterThan(0),
        {
          timeout: 20_000,
          interval: 10,
        },
      ),
    goOn: releaseLock,
    breakOff: async () => {
      await holder.query(`select pg_terminate_backend(pid) ${waitingLocks}`);
      await releaseLock();
    },
  };
}
