import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  createTestCompany,
  type TestCompany,
  testCompanyBank,
  testCompanySettings,
} from '../../../ledger/server/testing/testCompany.ts';
import { type Subject, setSpans } from '../../../pricing/server/index.ts';

export const vat = { name: 'VAT', rate: '18', validFrom: '2020-01-01', validTo: null };

/** A company that can issue documents with tax, and the previous month. */
export interface InvoicedCompany extends TestCompany {
  period: string;
  /** `/invoicing/{companyId}/{period}` */
  run: string;
}

/** The month before the current one. */
export function lastMonth(now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15))
    .toISOString()
    .slice(0, 7);
}

export async function createInvoicingCompany(
  app: TestApp,
  more: { taxes?: object[]; settings?: { currency?: string } } = {},
): Promise<InvoicedCompany> {
  const { currency } = more.settings ?? {};
  const testCompany = await createTestCompany(app, currency === undefined ? {} : { currency });
  const { companyId } = testCompany;
  await app.root.put(`/companies/${companyId}/settings`, {
    ...testCompanySettings,
    taxNumber: '510000003',
    ...more.settings,
  });
  await app.root.put(`/companies/${companyId}/billingProperties`, {
    ...testCompanyBank,
    taxes: more.taxes ?? [vat],
  });
  const period = lastMonth();
  return { ...testCompany, period, run: `/invoicing/${companyId}/${period}` };
}

/** Sets the billing details of the account, by default a private customer in Germany. */
export async function setBillingProfile(client: TestClient, more: object = {}): Promise<void> {
  const { status, text } = await client.put('/billing', {
    ...{
      kind: 'person',
      name: 'Alex Example',
      street: '2 Example Street',
      city: 'Berlin',
      region: '',
      postalCode: '10115',
    },
    ...{ country: 'DE', taxNumber: '', ...more },
  });
  if (status !== 200) throw new Error(`The profile was refused: ${text}`);
}

/**
 * Records usage of a small server of the account for a number of hours, from 10:00 on the third day
 * of the month.
 */
export async function useServer(
  app: TestApp,
  ownerId: string,
  period: string,
  hours = 10,
  name = 'web',
): Promise<Subject> {
  const { db } = app.portal.services.database;
  const { rows } = await sql<{
    siteId: string;
  }>`select site_id as "siteId" from user_account where id = ${ownerId}`.execute(db);
  const subject: Subject = {
    type: 'server',
    id: randomUUID(),
    name,
    ownerId,
    siteId: rows[0]?.siteId ?? app.siteId,
  };
  const starts = Date.parse(`${period}-03T10:00:00Z`);
  const items = [
    { item: 'cpu.B', quantity: '2', mode: 'hourly', powerState: 'on' },
    { item: 'ram.gb', quantity: '4', mode: 'hourly', powerState: 'on' },
  ] as const;
  const set = (at: number, items: Parameters<typeof setSpans>[2]) =>
    db
      .transaction()
      .execute((transaction) =>
        setSpans({ db: transaction, clock: { now: () => new Date(at) } }, subject, items),
      );
  await set(starts, items);
  await set(starts + hours * 3_600_000, []);
  return subject;
}

export interface RunOverview {
  run: { state: string; cmdId: number; progress: number };
  counts: { draft: number; blocked: number; empty: number; issued: number };
  documents: number;
  isOpen: boolean;
  faults: { code: string; link: string }[];
}

/** Starts the run and waits until it is finished. */
export async function runMonth(
  client: TestClient,
  path: string,
  issues = true,
): Promise<RunOverview> {
  const { status, text } = await client.post(`${path}/run`, { issues });
  if (status !== 200) throw new Error(`The run was refused: ${status} ${text}`);
  return await waitForRun(client, path);
}

export async function waitForRun(client: TestClient, path: string): Promise<RunOverview> {
  let overview: RunOverview | undefined;
  await vi.waitFor(
    async () => {
      overview = (await client.get<RunOverview>(path)).body;
      expect(overview.run.state).not.toBe('running');
    },
    { timeout: 60_000, interval: 50 },
  );
  return overview as RunOverview;
}
