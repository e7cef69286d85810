import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { TaxAuthorityFake } from '../../../drivers/taxAuthority/testing/authority.ts';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { runJobsOnce } from '../../../server/testing/jobs.ts';
import { endOf, spawnWorkerProcess } from '../../../server/testing/workerProcess.ts';
import {
  addPriceListInCurrency,
  clearUsage,
  connectTaxAuthority,
  latestDocument,
  makeBuyer,
  openTaxAuthorityHarness,
  startAuthority,
  type TaxAuthorityHarness,
} from './server/testing/taxAuthorityHarness.ts';

let app: TestApp;
let dataDir: string;
let authority: TaxAuthorityFake;
let taxAuthority: TaxAuthorityHarness;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-allocations-'));
  app = await startTestApp({ role: 'api', dataDir });
  authority = await startAuthority();
  authority.minimums = [['2020-01-01', 1]];
  await addPriceListInCurrency(app, 'ILS', '2020-01-01');
}, 60_000);
afterEach(async () => {
  await clearUsage(app);
});
afterAll(async () => {
  await app.close();
  await authority.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const worker = (stopAt?: string) =>
  spawnWorkerProcess({
    databaseUrl: app.portal.services.config.databaseUrl,
    dataDir,
    ...(stopAt ? { stopAt } : {}),
  });

/** Sends all pending requests now, in any process. */
async function runAllJobs(): Promise<void> {
  await sql`delete from outbound_destination where type = 'allocations.document'`.execute(db());
  await sql`update outbound_job set due_at = now() - interval '1 minute' where type = 'allocations.document' and state = 'waiting'`.execute(
    db(),
  );
  await sql`update chore set lease_until = now() where name = 'outbound.deliver' and worker_id not in (select id from task_worker where seen_at > now() - interval '2 seconds')`.execute(
    db(),
  );
  await runJobsOnce(app.portal, 'outbound.deliver');
}

/** Triggers deliveries until the worker stops at its kill point. */
async function waitForKill(first: ChildProcess): Promise<void> {
  await vi.waitFor(
    async () => {
      await runAllJobs();
      expect(first.signalCode).toBe('SIGKILL');
    },
    { timeout: 60_000, interval: 200 },
  );
  // Expire the lease, because the worker is known to be dead.
  await sql`update outbound_job set lease_until = now() where type = 'allocations.document' and claim is not null`.execute(
    db(),
  );
}

it.each(['allocation.settle:ask:before', 'allocation.settle:ask:after'])(
  'killing a worker at %s leaves a document with one number and one email',
  async (point) => {
    taxAuthority = await openTaxAuthorityHarness(app, authority);
    await connectTaxAuthority(app, taxAuthority);
    const client = await makeBuyer(app, taxAuthority);
    const approvalsBefore = authority.approvals.size;
    const first = worker(point);
    expect(
      (await taxAuthority.shop.clerk.post(`${taxAuthority.shop.run}/run`, { issues: true })).status,
    ).toBe(200);
    await waitForKill(first);
    expect((await latestDocument(client))?.allocation?.state).toBe('waiting');
    expect(authority.approvals.size).toBe(approvalsBefore + (point.endsWith('after') ? 1 : 0));
    const others = [worker(), worker()];
    try {
      await vi.waitFor(
        async () => {
          await runAllJobs();
          expect((await latestDocument(client))?.allocation?.state).toBe('approved');
        },
        { timeout: 90_000, interval: 200 },
      );
    } finally {
      for (const other of others) other.kill('SIGTERM');
      await Promise.all(others.map(endOf));
    }
    expect(authority.approvals.size).toBe(approvalsBefore + 1);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from invoice_mail m join invoice_document d on d.id = m.document_id where d.user_id = ${client.userId}`.execute(
      db(),
    );
    expect(rows[0]?.count).toBe(1);
  },
);

it.each(['allocation.renew:ask:before', 'allocation.renew:ask:after'])(
  'killing a worker at %s leaves a refresh token that isn’t reused, and documents continue after a new sign-in',
  async (point) => {
    taxAuthority = await openTaxAuthorityHarness(app, authority);
    await connectTaxAuthority(app, taxAuthority);
    authority.asked.length = 0;
    const client = await makeBuyer(app, taxAuthority);
    const first = worker(point);
    expect(
      (await taxAuthority.shop.clerk.post(`${taxAuthority.shop.run}/run`, { issues: true })).status,
    ).toBe(200);
    await waitForKill(first);
    const usedTokens = point.endsWith('after') ? 1 : 0;
    expect(authority.refreshesUsed).toHaveLength(usedTokens);
    // A killed process no longer waits for a response.
    await sql`update tax_authority_connection set renewal_until = now() - interval '1 second' where renewal is not null`.execute(
      db(),
    );
    const others = [worker(), worker()];
    const problem = async () =>
      (
        await app.root.get<{ connection: { problem: string } }>(
          `/companies/${taxAuthority.shop.companyId}/taxAuthority`,
        )
      ).body.connection.problem;
    try {
      await vi.waitFor(
        async () => {
          await runAllJobs();
          expect(await problem()).toContain('Sign in there again');
        },
        { timeout: 90_000, interval: 200 },
      );
      expect(authority.refreshesUsed).toHaveLength(usedTokens);
      await connectTaxAuthority(app, taxAuthority);
      await vi.waitFor(
        async () => {
          await runAllJobs();
          expect((await latestDocument(client))?.allocation?.state).toBe('approved');
        },
        { timeout: 90_000, interval: 200 },
      );
    } finally {
      for (const other of others) other.kill('SIGTERM');
      await Promise.all(others.map(endOf));
    }
    expect(new Set(authority.refreshesUsed).size).toBe(authority.refreshesUsed.length);
  },
);
