import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FinansitFake } from '../../../../drivers/accounting/testing/finansit.ts';
import { shiftClock } from '../../../../server/platform/clock.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { claimJob } from '../../../../server/platform/outbound/jobs.ts';
import { outboundRunner } from '../../../../server/platform/outbound/outboundRunner.ts';
import { OutboundRunner } from '../../../../server/platform/outbound/runner.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { mailsTo } from '../../../../server/testing/outbox.ts';
import {
  app,
  buyer,
  company,
  customerPath,
  db,
  type ErrorBody,
  errorSummary,
  openInvoicingHarness,
} from '../../invoices/server/testing/harness.ts';
import { runMonth } from '../../invoices/server/testing/month.ts';
import { readConnection } from './connection/connections.ts';
import { driverOf } from './connection/drivers.ts';
import { notifyOfExports } from './jobs.ts';
import { storePayload } from './outbox.ts';
import { connectAccounting, startAccountingFake } from './testing/accountingFake.ts';

openInvoicingHarness();

let finansit: FinansitFake;
beforeAll(async () => {
  finansit = await startAccountingFake(app);
  // Only the tests run deliveries.
  await outboundRunner(app.portal.services).stop();
  await sql`update chore set due_at = now() + interval '1 year' where name = 'accounting.notify'`.execute(
    db(),
  );
});
beforeEach(() => {
  finansit.refusal = null;
  finansit.documents.clear();
  finansit.asked.length = 0;
});
afterAll(() => finansit.stop());

const minute = 60_000;
const hour = 60 * minute;
interface ExportStatus {
  state: string;
  attempts: number;
  resultCode: string;
  resultText: string;
  reference: string;
  link: string;
  sentAt: string | null;
  dueAt: string | null;
}
interface ExportState {
  documentId: string;
  number: string;
  payload: string;
  wasSent: boolean;
  handOver: ExportStatus | null;
  handOverProblem: string | null;
}

const connect = (more: object = {}) => connectAccounting(app, company.companyId, finansit, more);
const system = async (): Promise<Context> =>
  systemContext(app.portal.services, {
    site: await app.portal.sites.byId(app.siteId),
    log: app.portal.app.log as never,
  });
/** Exports all due documents with one worker. */
const exportDue = (ctx: Context): Promise<void> =>
  new OutboundRunner({ ...ctx.services }).round('accounting.document', ctx.log);
async function runDueJobs(shift = 0): Promise<void> {
  shiftClock(shift);
  const ctx = await system();
  await exportDue(ctx);
  await notifyOfExports.run(ctx);
  shiftClock(0);
}
const readExport = async (client: TestClient) =>
  (
    await company.clerk.get<{ payloads: ExportState[]; note: string; isConnected: boolean }>(
      customerPath(client, 'finansitPayload'),
    )
  ).body;
const readDocument = async (client: TestClient) =>
  (await readExport(client)).payloads[0] as ExportState;
const log = async (client: TestClient) =>
  (await company.clerk.get<{ items: { entry: string; by: string }[] }>(customerPath(client, 'log')))
    .body.items;
const readCounts = async () =>
  (await company.clerk.get<{ counts: object }>(`${company.run}/handOver`)).body.counts;
const retryExport = (documentId: string, client = company.clerk) =>
  client.post<ErrorBody>(`${company.run}/documents/${documentId}/handOver`);
const ofMonth = (selection: string, client = company.clerk) =>
  client.post<ErrorBody & { documents: number }>(`${company.run}/handOver`, { which: selection });
async function invoicedCustomer(): Promise<TestClient> {
  const one = await buyer();
  await runMonth(company.clerk, company.run);
  return one;
}

describe('an issued document', () => {
  it('is exported once, byte for byte, and the result is shown on the invoice, in its log and in the list', async () => {
    await connect();
    const one = await invoicedCustomer();
    expect(await readDocument(one)).toMatchObject({
      wasSent: false,
      handOver: { state: 'waiting', attempts: 0 },
    });
    await runDueJobs();
    await runDueJobs();
    const { documentId, number, payload, handOver } = await readDocument(one);
    expect(finansit.handed).toHaveLength(1);
    expect([...finansit.documents]).toEqual([
      [documentId, { payload, reference: handOver?.reference }],
    ]);
    expect(JSON.parse(payload)).toMatchObject({
      idempotencyKey: documentId,
      documentNumber: number,
      seller: { taxNumber: '510000003' },
    });
    const expectedStatus = {
      state: 'sent',
      attempts: 1,
      resultCode: '0',
      resultText: `Taken: ${number}`,
      sentAt: expect.any(String),
      dueAt: null,
    };
    expect(handOver).toMatchObject({
      ...expectedStatus,
      link: expect.stringContaining(handOver?.reference ?? '?'),
    });
    const status = await company.clerk.get(customerPath(one, 'status'));
    expect(status.body).toMatchObject({
      handOver: { isConnected: true, documents: [{ id: documentId, number, handOver }] },
    });
    const listed = async (state: string) =>
      (await company.clerk.get<{ items: object[] }>(`${company.run}/documenting?handOver=${state}`))
        .body.items;
    expect(await listed('sent')).toMatchObject([{ id: documentId, handOver }]);
    expect(await listed('none')).toEqual([]);
    expect((await log(one)).at(-1)?.entry).toBe(
      `${number}: Exported to the accounting service as ${handOver?.reference} with result 0. “Taken: ${number}” ${handOver?.link}`,
    );
    expect(await readCounts()).toEqual({ none: 0, waiting: 0, sent: 1, refused: 0, failed: 0 });
    expect(errorSummary(await retryExport(documentId))).toEqual([409, 2925, undefined]);
  });

  it('and a credit note are each exported', async () => {
    await connect();
    const one = await invoicedCustomer();
    const note = await company.clerk.post<{ number: string }>(customerPath(one, 'creditNotes'), {
      key: randomUUID(),
      reason: 'Was down',
    });
    await runDueJobs();
    const { payloads } = await readExport(one);
    expect(payloads.map(({ number, handOver }) => [number, handOver?.state])).toEqual([
      ['INV-1', 'sent'],
      [note.body.number, 'sent'],
    ]);
    expect(JSON.parse(payloads[1]?.payload ?? '')).toMatchObject({
      documentType: 'creditNote',
      originalDocumentNumber: 'INV-1',
    });
  });

  it('is exported once even if two workers compete or the service’s response is lost', async () => {
    await connect();
    const buyers = await Promise.all([buyer(), buyer(), buyer(), buyer(), buyer()]);
    await runMonth(company.clerk, company.run);
    const ctx = await system();
    await Promise.all([exportDue(ctx), exportDue(ctx), exportDue(ctx)]);
    expect(finansit.handed).toHaveLength(buyers.length);
    expect(finansit.documents.size).toBe(buyers.length);
    const late = await invoicedCustomer();
    finansit.rude('dropsAfter', 'failsAfter');
    await runDueJobs();
    expect(await readDocument(late)).toMatchObject({
      wasSent: true,
      handOver: { state: 'waiting', attempts: 1 },
    });
    await runDueJobs(2 * minute);
    await runDueJobs(hour);
    expect(await readDocument(late)).toMatchObject({ handOver: { state: 'sent', attempts: 3 } });
    expect(finansit.documents.size).toBe(buyers.length + 1);
    const bodies = finansit.handed
      .slice(-3)
      .map(({ body, headers }) => [body, headers['idempotency-key']]);
    expect(new Set(bodies.map(String)).size).toBe(1);
  });

  it('is exported again with the same content and key if the sender dies before recording the result', async () => {
    await connect();
    const one = await invoicedCustomer();
    const ctx = await system();
    const { documentId, payload } = await readDocument(one);
    const claimed = await claimJob(ctx.db, {
      ...{ type: 'accounting.document', now: ctx.clock.now(), leaseMs: 2 * minute, busy: [] },
    });
    const connection = await readConnection(ctx, company.companyId);
    if (!claimed || !connection) throw new Error('Nothing is due.');
    await storePayload(ctx, documentId, async () => payload);
    const { reference } = await (await driverOf(ctx, connection)).handOver({
      key: documentId,
      payload,
    });
    await runDueJobs();
    expect(finansit.handed).toHaveLength(1);
    await runDueJobs(3 * minute);
    expect(finansit.handed).toHaveLength(2);
    expect(await readDocument(one)).toMatchObject({
      payload,
      handOver: { state: 'sent', attempts: 2, reference },
    });
    expect(finansit.documents.size).toBe(1);
    const late = storePayload(ctx, documentId, async () => '{}');
    await expect(late).rejects.toThrow('isn’t to be exported anymore');
  });
});

describe('a service that rejects a document', () => {
  it('isn’t called again until the document is fixed manually, and administrators are notified once for all documents', async () => {
    await connect();
    finansit.refusal = { code: 'E17', text: 'No such customer' };
    const [one, two] = [await buyer(), await buyer()];
    await runMonth(company.clerk, company.run);
    await runDueJobs();
    await runDueJobs(hour / 2);
    expect(finansit.handed).toHaveLength(2);
    expect(await readDocument(one)).toMatchObject({
      handOver: {
        state: 'refused',
        attempts: 1,
        resultCode: 'E17',
        resultText: 'E17: No such customer',
      },
    });
    expect((await log(one)).at(-1)?.entry).toBe(
      `${(await readDocument(one)).number}: The accounting service rejected the document. “E17: No such customer”`,
    );
    const mails = await mailsTo(app.portal, company.clerk.email);
    expect(mails.map(({ kind, values }) => [kind, values.count, values.problem])).toEqual([
      ['accounting.refused', '2', '“E17: No such customer”'],
    ]);
    expect(mails[0]?.values.link).toContain(`${company.run}/documenting?handOver=refused`);
    const dashboard = await company.clerk.get<{ news: { text: string; path: string }[] }>(
      '/dashboard',
    );
    expect(dashboard.body.news.map(({ path }) => path)).toContain(
      `${company.run}/documenting?handOver=refused`,
    );

    finansit.refusal = null;
    expect((await retryExport((await readDocument(one)).documentId)).status).toBe(200);
    expect((await log(one)).at(-1)).toMatchObject({
      entry: expect.stringContaining('requested manually'),
      by: company.clerk.email,
    });
    await runDueJobs();
    expect(await readDocument(one)).toMatchObject({ handOver: { state: 'sent', resultCode: '0' } });
    expect((await ofMonth('stuck')).body).toEqual({ documents: 1 });
    await runDueJobs();
    expect(await readDocument(two)).toMatchObject({ handOver: { state: 'sent' } });
    expect(await readCounts()).toMatchObject({ sent: 2, refused: 0 });
  });

  it('receives a newly prepared document when an operator retries the export', async () => {
    await connect();
    finansit.refusal = { code: 'E17', text: 'No such customer' };
    const one = await invoicedCustomer();
    await runDueJobs();
    const { documentId } = await readDocument(one);
    const path = '/deliveries?type=accounting.document&state=failed';
    const { items } = (
      await app.root.get<{ items: { id: number; reason: string }[] }>(
        `${path}&filter=${documentId}`,
      )
    ).body;
    expect(items).toMatchObject([{ reason: '“E17: No such customer”' }]);
    finansit.refusal = null;
    expect((await app.root.post(`/deliveries/${items[0]?.id}/retry`)).status).toBe(200);
    expect(await readDocument(one)).toMatchObject({
      wasSent: false,
      handOver: { state: 'waiting' },
    });
    await runDueJobs();
    expect(await readDocument(one)).toMatchObject({ handOver: { state: 'sent', attempts: 1 } });
  });
});

describe('an unavailable service', () => {
  it('is retried with increasing delays for a day, then fails with a notification, and the document can be exported again manually, unchanged', async () => {
    await connect();
    const one = await invoicedCustomer();
    await finansit.stop();
    await runDueJobs();
    const { handOver } = await readDocument(one);
    expect(handOver).toMatchObject({
      state: 'waiting',
      attempts: 1,
      resultText: expect.stringContaining('can’t be reached'),
    });
    const pause = Date.parse(handOver?.dueAt ?? '') - Date.now();
    expect(pause).toBeGreaterThan(50_000);
    expect(pause).toBeLessThanOrEqual(minute);
    let hours = 0;
    for (; hours < 30 && (await readDocument(one)).handOver?.state === 'waiting'; hours += 0.5)
      await runDueJobs(hours * hour);
    expect(hours).toBeGreaterThan(17);
    expect(hours).toBeLessThanOrEqual(24.5);
    const { payload, documentId } = await readDocument(one);
    expect((await log(one)).at(-1)?.entry).toContain('failed after a day of attempts');
    expect(
      (await mailsTo(app.portal, company.clerk.email)).map(({ kind, values }) => [
        kind,
        values.count,
      ]),
    ).toEqual([['accounting.failed', '1']]);
    await finansit.start();
    expect((await retryExport(documentId)).status).toBe(200);
    await runDueJobs();
    expect(await readDocument(one)).toMatchObject({
      payload,
      handOver: { state: 'sent', attempts: 1 },
    });
  });

  it('blocks neither invoicing nor documents for other services', async () => {
    await connect();
    const [one, two] = [await buyer(), await buyer()];
    await runMonth(company.clerk, company.run);
    finansit.rude('failsBefore');
    await runDueJobs();
    expect(finansit.handed).toHaveLength(1);
    await runDueJobs(11_000);
    expect(
      [await readDocument(one), await readDocument(two)]
        .map(({ handOver }) => handOver?.state)
        .sort(),
    ).toEqual(['sent', 'waiting']);
  });

  it('that rejects the secret is retried as soon as the connection is fixed', async () => {
    await connect({ secret: 'an-old-secret' });
    const one = await invoicedCustomer();
    await runDueJobs();
    const { handOver } = await readDocument(one);
    expect(handOver).toMatchObject({ state: 'waiting', resultCode: 'AUTH' });
    expect(JSON.stringify([handOver, await log(one)])).not.toContain('an-old-secret');
    await connect();
    await runDueJobs();
    expect(await readDocument(one)).toMatchObject({ handOver: { state: 'sent' } });
  });
});

describe('a service that rejects the connection', () => {
  const readConnection = async () =>
    (await company.clerk.get<{ connection: object }>(`/companies/${company.companyId}/accounting`))
      .body.connection;
  const sentMails = async () =>
    (await mailsTo(app.portal, company.clerk.email))
      .filter(({ kind }) => kind === 'accounting.connectionRefused')
      .map(({ values }) => values);
  const readDashboard = async () =>
    (await company.clerk.get<{ news: { path: string }[] }>('/dashboard')).body.news.some(
      ({ path }) => path === `/companies/${company.companyId}/accounting`,
    );

  it('is reported in the same round, once for all documents and rounds, and shown with the connection until it is accepted again', async () => {
    await connect();
    const right = finansit.secret;
    finansit.secret = 'another-secret-there';
    await buyer();
    const one = await invoicedCustomer();
    await runDueJobs();
    expect(await sentMails()).toMatchObject([
      { problem: expect.stringMatching(/^“AUTH: /), link: expect.stringContaining('/accounting') },
    ]);
    expect(await readConnection()).toMatchObject({
      problem: expect.stringMatching(/^“AUTH: /),
      problemAt: expect.any(String),
      isRefused: true,
    });
    expect(await readDashboard()).toBe(true);
    for (const shift of [2 * minute, 10 * minute, hour, 4 * hour]) await runDueJobs(shift);
    expect(await sentMails()).toHaveLength(1);
    finansit.secret = right;
    await runDueJobs(12 * hour);
    expect((await readDocument(one)).handOver?.state).toBe('sent');
    expect(await readConnection()).toMatchObject({
      problem: '',
      problemAt: null,
      isRefused: false,
    });
    expect(await readDashboard()).toBe(false);
  });

  it('is reported again if the rejection recurs, but not within an hour', async () => {
    await connect();
    await buyer();
    await runMonth(company.clerk, company.run);
    const right = finansit.signingSecret;
    finansit.signingSecret = 'another-signing-secret';
    await runDueJobs();
    expect(await sentMails()).toMatchObject([{ problem: expect.stringMatching(/^“SIGNATURE: /) }]);
    await connect({ signingSecret: right });
    expect(await readConnection()).toMatchObject({ isRefused: false });
    await runDueJobs();
    expect(await readConnection()).toMatchObject({ isRefused: true });
    expect(await sentMails()).toHaveLength(1);
    await runDueJobs(hour + minute);
    expect(await sentMails()).toHaveLength(2);
    finansit.signingSecret = right;
  });

  it('isn’t reported if it is only unavailable or rejects a document', async () => {
    await connect();
    await invoicedCustomer();
    finansit.rude('failsBefore');
    await runDueJobs();
    expect(await readConnection()).toMatchObject({
      problem: expect.stringContaining('503'),
      isRefused: false,
    });
    finansit.refusal = { code: 'E17', text: 'No such customer' };
    await runDueJobs(hour);
    expect(await readConnection()).toMatchObject({ problem: '', isRefused: false });
    expect(await sentMails()).toEqual([]);
  });
});

describe('documents issued before the connection was created', () => {
  it('are shown as not exported, and are exported once each, in order, on request', async () => {
    const [one] = [await buyer(), await buyer()];
    await runMonth(company.clerk, company.run);
    await company.clerk.post(customerPath(one, 'creditNotes'), {
      key: randomUUID(),
      reason: 'Was down',
    });
    await runDueJobs();
    const before = await readDocument(one);
    expect(await readExport(one)).toMatchObject({
      isConnected: false,
      note: expect.stringContaining('No accounting service is connected'),
    });
    expect(before).toMatchObject({
      handOver: null,
      handOverProblem: expect.stringContaining('isn’t connected to an accounting service'),
    });
    expect(errorSummary(await ofMonth('missing'))).toEqual([422, 2920, undefined]);
    expect(errorSummary(await retryExport(before.documentId))).toEqual([422, 2920, undefined]);
    await connect();
    expect(await readDocument(one)).toMatchObject({ handOver: null, handOverProblem: null });
    const answers = await Promise.all([ofMonth('missing'), ofMonth('missing')]);
    expect(answers.map(({ body }) => body.documents).sort()).toEqual([0, 3]);
    await runDueJobs();
    expect(await readCounts()).toEqual({ none: 0, waiting: 0, sent: 3, refused: 0, failed: 0 });
    expect((await readDocument(one)).payload).toBe(before.payload);
    const numbers = finansit.handed.map(
      ({ body }) => (JSON.parse(body) as { documentNumber: string }).documentNumber,
    );
    expect(numbers).toEqual(['INV-1', 'INV-2', 'INV-CN-1']);
  });

  it('wait while the connection is disabled, and are dropped or marked as failed when it is removed', async () => {
    await connect({ isOn: false });
    const [one, two] = [await buyer(), await buyer()];
    await runMonth(company.clerk, company.run);
    await runDueJobs();
    expect(finansit.handed).toHaveLength(0);
    expect((await app.root.get(`/companies/${company.companyId}/accounting`)).body).toMatchObject({
      connection: { waiting: 2 },
    });
    expect((await readExport(one)).note).toContain('turned on again');
    await connect();
    finansit.rude('dropsAfter');
    await runDueJobs();
    await app.root.delete(`/companies/${company.companyId}/accounting`);
    await runDueJobs();
    expect(finansit.handed).toHaveLength(1);
    expect(
      [await readDocument(one), await readDocument(two)]
        .map(({ handOver }) => handOver?.state ?? 'none')
        .sort(),
    ).toEqual(['failed', 'none']);
    expect(await mailsTo(app.portal, company.clerk.email)).toEqual([]);
  });
});

it('are hidden from customers and administrators of other companies', async () => {
  await connect();
  finansit.refusal = { code: 'E1', text: 'canary' };
  const one = await invoicedCustomer();
  await runDueJobs();
  const { documentId } = await readDocument(one);
  const otherBillingAdmin = await app.signInAs('billingAdmin');
  for (const answer of [
    await otherBillingAdmin.get(`${company.run}/handOver`),
    await ofMonth('missing', otherBillingAdmin),
    await retryExport(documentId, otherBillingAdmin),
    await retryExport(randomUUID()),
  ])
    expect(answer.status).toBe(404);
  expect((await otherBillingAdmin.get('/dashboard')).text).not.toContain('accounting');
  expect((await one.get('/dashboard')).text).not.toContain('accounting');
  expect((await one.get('/billing/documents')).text).not.toMatch(/canary|handOver/);
  expect(errorSummary(await retryExport(documentId, one))).toEqual([
    403,
    expect.any(Number),
    undefined,
  ]);
});
