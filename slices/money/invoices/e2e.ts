import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { monthName } from '../../../web/ui/values/months.ts';
import {
  createInvoicingCompany,
  type InvoicedCompany,
  runMonth,
  setBillingProfile,
  useServer,
} from './server/testing/month.ts';

let harness: Harness;
let company: InvoicedCompany;
let buyers: TestClient[];
const state = (client: TestClient, event: string) =>
  company.clerk.post(`/billingManage/${company.companyId}/${client.userId}/state`, {
    event,
    reason: 'A test',
  });

beforeAll(async () => {
  harness = await openHarness();
  company = await createInvoicingCompany(harness.app);
  buyers = [];
  for (const name of ['alpha', 'beta', 'gamma', 'delta']) {
    const buyer = await harness.app.signInAs('user', { email: `${name}@example.test` });
    await useServer(harness.app, buyer.userId, company.period, 100, `server of ${name}`);
    buyers.push(buyer);
  }
  const [, disapproved, unverified, right] = buyers as [
    TestClient,
    TestClient,
    TestClient,
    TestClient,
  ];
  await setBillingProfile(disapproved);
  await state(disapproved, 'disapprove');
  await setBillingProfile(unverified, {
    kind: 'company',
    name: 'Gamma GmbH',
    taxNumber: 'DE123456788',
  });
  await state(unverified, 'review');
  await setBillingProfile(right);
});
afterAll(() => harness.close());

it('a billing administrator runs a month with three errors and fixes each from the validation screen', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    const move = async (
      customer: string,
      stateName: string,
      expectedText = /^The new state is “/,
    ) => {
      const row = page.getByRole('row').filter({ hasText: customer });
      await row.getByRole('link', { name: 'Fix' }).click();
      await screenIsReady(page);
      await page.getByRole('button', { name: `${stateName}…` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(expectedText).waitFor();
      await dialog.getByLabel('Reason').fill('Looked at it');
      await dialog.getByRole('button', { name: stateName, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await openScreen(visitor, `/invoicing/${company.companyId}/${company.period}`);
    };
    const issuing = page.getByRole('dialog', { name: 'Issue invoices' });
    const issue = async () => {
      await page.getByRole('button', { name: 'Issue invoices' }).click();
      await issuing.getByRole('button', { name: 'Issue invoices' }).click();
    };
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, '/invoicing');
    await page.getByRole('link', { name: monthName(company.period) }).click();
    await page.getByText('Blocked: 3.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: 'Invoicing', exact: true }).last().click();
    await page.getByRole('button', { name: 'Issue invoices' }).click();
    await issuing.getByText('Customers with usage this month: 4. Blocked: 3.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await issuing.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Issued: 0. Drafts: 0. Blocked: 0. Nothing to bill: 0.').waitFor();
    await issue();
    await expectToast(page, 'Invoicing run started');
    await page.getByText('Issued: 1. Drafts: 0. Blocked: 3. Nothing to bill: 0.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: 'Validation' }).click();
    await move(
      'alpha@example.test',
      'Waive the profile',
      /The new state is “No Billing Profile”\. Billing details aren’t required/,
    );
    await move('beta@example.test', 'Approve');
    await move('gamma@example.test', 'Verify');
    await page.getByText('None are blocked.').waitFor();
    await openScreen(visitor, `/invoicing/${company.companyId}/${company.period}/invoicing`);
    await page.getByRole('button', { name: 'Issue invoices' }).click();
    await issuing.getByText('Already issued: 1. These invoices don’t change.').waitFor();
    await issuing.getByRole('button', { name: 'Issue invoices' }).click();
    await page.getByText('Issued: 4. Drafts: 0. Blocked: 0. Nothing to bill: 0.').waitFor();
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByText('INV-4').first().waitFor();
    await page.getByText('No accounting service is connected').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: 'gamma@example.test' }).click();
    await page.getByRole('link', { name: 'Finansit payload' }).click();
    await page.getByText('"documentNumber": "INV-').first().waitFor();
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByText(/Issued as INV-/).waitFor();
    await page
      .getByText(/^Lines calculated: \d+\. Total before tax: \d+\.\d\d USD\.$/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Status' }).click();
    await page.getByRole('button', { name: 'Credit note' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Credit for').selectOption({ index: 1 });
    await expect
      .poll(() => dialog.getByLabel('Amount before tax').inputValue())
      .toMatch(/^\d+\.\d\d$/);
    visitor.expectComplaint(/422/);
    await dialog.getByLabel('Amount before tax').fill('9999');
    await dialog.getByLabel('Reason').fill('Was down for an hour');
    await dialog.getByRole('button', { name: 'Credit note' }).click();
    await dialog.getByText(/You can credit up to [\d.]+ USD of this line/).waitFor();
    await dialog.getByLabel('Credit for').selectOption({ index: 0 });
    await dialog.getByRole('button', { name: 'Credit note' }).click();
    await expectToast(page, 'Credit note issued');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Credit note' }).click();
    await dialog.getByText('This invoice is already fully credited.').waitFor();
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Credit note' }).isDisabled())
      .toBe(true);
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('a customer opens an invoice, views the explanation of a line and views the document', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    const [, , , customer] = buyers as [TestClient, TestClient, TestClient, TestClient];
    await signInVisitor(visitor, customer);
    await openScreen(visitor, '/billing/history');
    await page
      .getByRole('navigation', { name: 'Invoicing sections' })
      .or(page.locator('nav.tabs'))
      .getByRole('link', { name: 'Invoices' })
      .click();
    await page.getByRole('link', { name: /^INV-/ }).click();
    await page.getByText('server of delta').first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page
      .getByRole('button', { name: /^Explain: server of delta/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('100 h × 2 ×').waitFor();
    await dialog.getByText('Recalculated: matches').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('link', { name: /^Open INV-/ }).click();
    const invoicePage = await popup;
    await invoicePage.getByRole('heading', { name: 'Tax invoice' }).waitFor();
    await invoicePage.getByText('Alex Example').waitFor();
    const screenshot = await invoicePage.screenshot();
    if (process.env.CLOUDBERTH_SHOTS)
      await writeFile(`${process.env.CLOUDBERTH_SHOTS}/document.png`, screenshot);
    await invoicePage.close();
    for (const [title, extension] of [
      ['PDF', 'pdf'],
      ['UBL', 'xml'],
    ]) {
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: new RegExp(`^${title} INV-`) }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`^INV-\\d+\\.${extension}$`));
    }
  }));

it('the invoice screens are accessible on a phone in dark mode and in Hebrew, and the document is laid out right to left', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { root } = harness.app;
    const hebrewUser = await harness.app.signInAs('user');
    for (const client of [root, hebrewUser])
      await client.put('/header/language', { language: 'he' });
    await setBillingProfile(hebrewUser, { name: 'דנה לוי' });
    await useServer(harness.app, hebrewUser.userId, company.period, 30, 'web-1.example.test');
    await runMonth(root, company.run);
    const [first] = buyers;
    const month = `/invoicing/${company.companyId}/${company.period}`;
    const customerPages = ['status', 'invoice', 'log', 'finansitPayload'].map(
      (part) => `${month}/invoicing/${first?.userId}/${part}`,
    );
    await signInVisitor(visitor, root);
    const screens = [
      '/invoicing',
      month,
      `${month}/invoicing`,
      `${month}/documenting`,
      ...customerPages,
      '/billing/history/invoices',
    ];
    expect(await walk(visitor, screens)).toEqual([]);
    const { page } = visitor;
    await openScreen(visitor, '/invoicing');
    const section = page
      .getByRole('region', { name: 'Example Clouds Ltd' })
      .locator('section[tabindex="0"]');
    expect(await section.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const documents = await company.clerk.get<{ items: { id: string }[] }>(
      `${company.run}/documenting?filter=${hebrewUser.email}`,
    );
    await page.goto(`/invoice/download?document=${documents.body.items[0]?.id}`);
    await page.getByRole('heading', { name: 'חשבונית מס' }).waitFor();
    const left = (label: string) =>
      page
        .getByText(label, { exact: true })
        .evaluate((element) => element.getBoundingClientRect().left);
    expect(await left('מאת')).toBeGreaterThan(await left('לכבוד'));
    if (process.env.CLOUDBERTH_SHOTS)
      await page.screenshot({ path: `${process.env.CLOUDBERTH_SHOTS}/hebrew.png`, fullPage: true });
  }));
