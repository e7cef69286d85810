import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { shiftClock } from '../../../../../server/platform/clock.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  setBillingProfile,
  useServer,
} from './month.ts';

export let app: TestApp;
export const db = () => app.portal.services.database.db;
/** The company of the current test. Each test has its own site. */
export let company: InvoicedCompany;
export let customer: TestClient;

/** Sets up a portal for the tests of a file. Recorded usage is deleted after each test. */
export function openInvoicingHarness(): void {
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    await sql`delete from company_site`.execute(db());
    company = await createInvoicingCompany(app);
    customer = await app.signInAs('user');
  });
  afterEach(async () => {
    shiftClock(0);
    await sql`alter table span disable trigger user`.execute(app.administration.db);
    await sql`delete from span`.execute(db());
    await sql`alter table span enable trigger user`.execute(app.administration.db);
  });
  afterAll(() => app.close());
}

export interface ErrorBody {
  code?: number[];
  errors?: { key?: string; info: string }[];
}
export const errorSummary = ({ status, body }: { status: number; body: ErrorBody }) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
export interface InvoiceItem {
  id: string;
  state: string;
  net: string;
  tax: string;
  total: string;
  number: string | null;
  documentId: string | null;
  customer: { email: string; id: string };
  faults: { code: string; link: string; isBlocking: boolean }[];
}
export interface InvoiceDetail {
  id: string;
  net: string;
  tax: string;
  total: string;
  lines: {
    id: number;
    amount: string;
    item: string;
    subjectName: string;
    credited: string;
    owner: string | null;
  }[];
  documents: {
    id: string;
    kind: string;
    number: string;
    net: string;
    tax: string;
    total: string;
  }[];
  taxes: { name: string; rate: string; amount: string }[];
}
export const invoices = async () =>
  (await company.clerk.get<{ items: InvoiceItem[] }>(`${company.run}/invoicing?size=0`)).body.items;
export const customerPath = (client: TestClient, path: string) =>
  `${company.run}/customers/${client.userId}/${path}`;
export const readInvoice = async (client: TestClient) =>
  (await company.clerk.get<InvoiceDetail>(customerPath(client, 'invoice'))).body;
export const documents = async () =>
  (
    await company.clerk.get<{ items: { number: string; kind: string; total: string }[] }>(
      `${company.run}/documenting?size=0`,
    )
  ).body.items;

export async function buyer(hours = 10): Promise<TestClient> {
  const client = await app.signInAs('user');
  await setBillingProfile(client);
  await useServer(app, client.userId, company.period, hours);
  return client;
}
