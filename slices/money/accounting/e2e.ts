import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FinansitFake } from '../../../drivers/accounting/testing/finansit.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openPath, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { runJobsOnce } from '../../../server/testing/jobs.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  runMonth,
  setBillingProfile,
  useServer,
} from '../invoices/server/testing/month.ts';
import { startAccountingFake } from './server/testing/accountingFake.ts';

let harness: Harness;
let company: InvoicedCompany;
let finansit: FinansitFake;
let early: TestClient;
let late: TestClient;
const buyer = async (name: string): Promise<TestClient> => {
  const client = await harness.app.signInAs('user', { email: `${name}@example.test` });
  await setBillingProfile(client);
  await useServer(harness.app, client.userId, company.period, 100, `server of ${name}`);
  return client;
};
const month = () => `/invoicing/${company.companyId}/${company.period}`;
const nextRound = () => runJobsOnce(harness.app.portal, 'outbound.deliver');

beforeAll(async () => {
  harness = await openHarness();
  company = await createInvoicingCompany(harness.app);
  finansit = await startAccountingFake(harness.app);
  early = await buyer('early');
  await runMonth(company.clerk, company.run);
  late = await buyer('late');
});
afterAll(async () => {
  await harness.close();
  await finansit.stop();
});

it('root connects the accounting service of a company', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, harness.app.root);
    visitor.expectComplaint(/422/);
    await openScreen(visitor, `/companies/${company.companyId}/accounting`);
    const service = page.getByRole('region', { name: /^Accounting service/ });
    await service.getByText('Not connected').waitFor();
    await service.getByLabel('Documents URL').fill('http://books.example.com/documents');
    await service.getByLabel('Secret', { exact: true }).fill('not-the-secret');
    await service.getByLabel('Signing secret').fill(finansit.signingSecret);
    await service.getByRole('button', { name: 'Connect' }).click();
    await service.getByText(/Documents can only be sent over https/).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await service.getByLabel('Documents URL').fill(finansit.address);
    await service.getByRole('button', { name: 'Connect' }).click();
    await expectToast(page, 'The accounting service rejected the connection');
    await service.getByText(/The service rejected the connection on .*AUTH/).waitFor();
    await service.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/The accounting service rejected the request. “AUTH/).waitFor();
    await service.getByLabel('Secret', { exact: true }).fill(finansit.secret);
    await service.getByRole('button', { name: 'Save' }).click();
    await service.getByRole('button', { name: 'Test connection' }).click();
    await expectToast(page, 'The accounting service accepted the secret');
    await service.getByText('Connected', { exact: true }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('a billing administrator sees exported and rejected documents, and exports a rejected one again', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email });
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, `${month()}/documenting`);
    await rowOf(early.email).getByText('Not exported').waitFor();
    await page.getByRole('button', { name: 'Export remaining documents of the month (1)' }).click();
    await expectToast(page, 'Export queued');
    await nextRound();
    await rowOf(early.email).getByText('Exported').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: early.email }).click();
    await page.getByRole('link', { name: 'Finansit payload' }).click();
    await page.getByText(/Sent as shown/).waitFor();
    await page.getByText('"documentNumber": "INV-1"').waitFor();
    await page.getByRole('link', { name: /^FIN-/ }).first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    finansit.refusal = { code: 'E17', text: 'No such customer' };
    await runMonth(company.clerk, company.run);
    await nextRound();
    await openPath(visitor, `${month()}/documenting?handOver=refused`);
    await rowOf(late.email).getByText('Rejected').waitFor();
    await page.getByText('Exported: 1. Waiting: 0. Rejected: 1.').waitFor();
    await page.getByRole('link', { name: late.email }).click();
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page
      .getByText(/The accounting service rejected the document. “E17: No such customer”/)
      .waitFor();
    await openPath(visitor, '/dashboard');
    await page.getByText(/rejected by its accounting service/).waitFor();
    finansit.refusal = null;
    await openPath(visitor, `${month()}/documenting/${late.userId}/finansitPayload`);
    await page.getByText('E17: No such customer').waitFor();
    await page.getByRole('button', { name: /^Export now/ }).click();
    await expectToast(page, 'Export queued');
    await nextRound();
    await page.getByText('Taken: INV-2').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    expect(finansit.documents.size).toBe(2);
  }));

it('the accounting screens are accessible on a phone in dark mode and Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { root } = harness.app;
    await root.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, root);
    const customerPages = ['status', 'log', 'finansitPayload'].map(
      (part) => `${month()}/documenting/${late.userId}/${part}`,
    );
    expect(
      await walk(visitor, [
        `/companies/${company.companyId}/accounting`,
        `${month()}/documenting`,
        ...customerPages,
      ]),
    ).toEqual([]);
  }));

it('root disconnects the accounting service, and earlier exports stay visible', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await harness.app.root.put('/header/language', { language: 'en' });
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, `/companies/${company.companyId}/accounting`);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expectToast(page, 'Accounting service disconnected');
    await page.getByText('Not connected').waitFor();
    await openPath(visitor, `${month()}/documenting`);
    await page.getByText('No accounting service is connected').waitFor();
    await page.getByRole('row').filter({ hasText: late.email }).getByText('Exported').waitFor();
  }));
