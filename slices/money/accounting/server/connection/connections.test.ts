import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FinansitFake } from '../../../../../drivers/accounting/testing/finansit.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { Answer } from '../../../../../server/testing/client.ts';
import { createTestCompany, type TestCompany } from '../../../ledger/server/testing/testCompany.ts';
import { connectAccounting, startAccountingFake } from '../testing/accountingFake.ts';

let app: TestApp;
let company: TestCompany;
let finansit: FinansitFake;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
  company = await createTestCompany(app);
  finansit = await startAccountingFake(app);
});
afterAll(async () => {
  await app.close();
  await finansit.stop();
});

const errorSummary = ({ status, body }: Answer<object>) => [
  status,
  body.code?.[0],
  body.errors?.[0]?.key,
];
const save = (more: object = {}) => connectAccounting(app, company.companyId, finansit, more);
const path = () => `/companies/${company.companyId}/accounting`;

describe('a connection to an accounting service', () => {
  it('is missing at first, and never returns its secrets', async () => {
    expect((await company.clerk.get(path())).body).toEqual({ connection: null, canManage: false });
    expect((await save()).status).toBe(200);
    const { body, text } = await app.root.get(path());
    expect(body).toMatchObject({
      connection: { address: finansit.address, isOn: true, waiting: 0 },
      canManage: true,
    });
    const { rows } = await sql<{ row: string }>`
      select encode(secret, 'escape') || encode(signing_secret, 'escape') as row from accounting_connection
      union all select concat(before, after, detail) from audit_entry`.execute(
      app.portal.services.database.db,
    );
    for (const content of [text, ...rows.map(({ row }) => row)])
      expect(content).not.toMatch(/canary/);
  });

  it('sends its credentials to no other address', async () => {
    const unchangedSecrets = { secret: undefined, signingSecret: undefined };
    expect((await save({ ...unchangedSecrets, isOn: false })).status).toBe(200);
    const movedSettings = { ...unchangedSecrets, address: `${finansit.origin}/elsewhere` };
    expect(errorSummary(await save(movedSettings))).toEqual([422, 2923, 'secret']);
    expect(errorSummary(await save({ ...movedSettings, secret: 'another-secret' }))).toEqual([
      422,
      2923,
      'signingSecret',
    ]);
    expect((await save()).status).toBe(200);
  });

  it.each([
    'http://books.example.com/documents',
    'https://10.0.0.1/documents',
    'https://[::1]/documents',
    'https://localhost:1/documents?a=b',
    'https://me:secret@books.example.com/',
    'ftp://books.example.com/documents',
    'somewhere',
  ])('to %s is rejected', async (address) => {
    expect(errorSummary(await save({ address }))).toEqual([422, 2924, 'address']);
  });

  it('can be tested, and shows the service’s message without the secret', async () => {
    const testConnection = () => app.root.post(`${path()}/try`);
    expect((await testConnection()).status).toBe(200);
    await save({ secret: 'another-secret' });
    const answer = await testConnection();
    expect(errorSummary(answer)).toEqual([422, 2922, undefined]);
    expect(answer.text).toContain('AUTH');
    expect(answer.text).not.toContain('another-secret');
    await save();
    // Testing a connection only reads, so the request is retried.
    finansit.rude('failsBefore');
    expect((await testConnection()).status).toBe(200);
    finansit.rude('failsBefore', 'failsBefore', 'failsBefore');
    expect(errorSummary(await testConnection())).toEqual([503, 2921, undefined]);
  });

  it('shows a rejection by the service as soon as it is saved or tested', async () => {
    const readConnection = async () =>
      (await app.root.get<{ connection: object }>(path())).body.connection;
    await save({ secret: 'another-secret' });
    expect(await readConnection()).toMatchObject({
      problem: expect.stringMatching(/^“AUTH: /),
      problemAt: expect.any(String),
      isRefused: false,
    });
    await save();
    expect(await readConnection()).toMatchObject({ problem: '', problemAt: null });
    finansit.rude('slowDown');
    expect(errorSummary(await app.root.post(`${path()}/try`))[0]).toBe(503);
    expect(await readConnection()).toMatchObject({
      problem: expect.stringContaining('Slow down'),
    });
    expect((await app.root.post(`${path()}/try`)).status).toBe(200);
    expect(await readConnection()).toMatchObject({ problem: '', problemAt: null });
  });

  it('with a hostname that resolves to our network, or that is no longer trusted, isn’t called', async () => {
    await save({ address: `https://localhost:${new URL(finansit.origin).port}/documents` });
    const failedTest = await app.root.post(`${path()}/try`);
    expect(failedTest.text).toContain('The hostname doesn’t exist');
    await app.root.put('/header/language', { language: 'he' });
    const hebrewFailure = await app.root.post<{ errors: { info: string }[] }>(`${path()}/try`);
    expect(hebrewFailure.body.errors[0]?.info).toContain('לא ניתן להתחבר אל localhost');
    expect(hebrewFailure.body.errors[0]?.info).toContain('שם המארח לא קיים');
    expect(
      (await app.root.get<{ connection: { problem: string } }>(path())).body.connection.problem,
    ).toContain('לא ניתן להתחבר אל localhost');
    await app.root.put('/header/language', { language: 'en' });
    await save();
    const { db } = app.portal.services.database;
    await sql`update setting set value = '[]' where id = 'accounting.trustedOrigins'`.execute(db);
    const before = finansit.asked.length;
    expect(errorSummary(await app.root.post(`${path()}/try`))).toEqual([422, 2922, undefined]);
    expect(finansit.asked).toHaveLength(before);
    await sql`update setting set value = ${JSON.stringify([finansit.origin])}::jsonb where id = 'accounting.trustedOrigins'`.execute(
      db,
    );
  });

  it('is created and deleted by root only, and isn’t found by users of another company', async () => {
    const otherBillingAdmin = await app.signInAs('billingAdmin');
    expect((await otherBillingAdmin.get(path())).status).toBe(404);
    expect((await company.clerk.put(path(), {})).status).toBe(403);
    expect((await company.clerk.delete(path())).status).toBe(403);
    const unknownCompanyPath = `/companies/${randomUUID()}/accounting`;
    for (const answer of [
      await app.root.get(unknownCompanyPath),
      await app.root.delete(unknownCompanyPath),
      await app.root.post(`${unknownCompanyPath}/try`),
    ])
      expect(answer.status).toBe(404);
    expect((await app.root.delete(path())).status).toBe(200);
    expect((await app.root.delete(path())).status).toBe(404);
    expect((await app.root.get(path())).body).toMatchObject({ connection: null });
  });
});
