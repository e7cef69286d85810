import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Look, Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { lastMonth } from '../invoices/server/testing/month.ts';

let harness: Harness;
let clerk: TestClient;
let customer: TestClient;
beforeAll(async () => {
  harness = await openHarness();
  clerk = await harness.app.signInAs('billingAdmin', { email: 'clerk@example.test' });
  customer = await harness.app.signInAs('user', { email: 'buyer@example.test' });
});
afterAll(() => harness.close());

it('root adds a company, fixes rejected fields, and sets terms, a tax, a site and an administrator, who then finds its customers', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const save = page.getByRole('button', { name: 'Save' });
    visitor.expectComplaint(/4(00|22)/);
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, '/companies');
    await page.getByText('No companies yet').waitFor();
    await page.getByRole('button', { name: 'Create company' }).first().click();
    await dialog.getByLabel('Legal name').fill('Harbour Clouds Ltd');
    await dialog.getByLabel('Country').selectOption('IL');
    expect(await dialog.getByLabel('State').count()).toBe(0);
    await dialog.getByLabel('Street address').fill('1 Example Street');
    await dialog.getByLabel('City').fill('Haifa');
    await dialog.getByLabel('Tax number').fill('510000004');
    await dialog.getByLabel('Document series').fill('HC');
    await dialog.getByRole('button', { name: 'Create company' }).click();
    await dialog.getByText(/510000004 isn’t a valid tax number for Israel/).waitFor();
    expect(await dialog.getByLabel('Legal name').inputValue()).toBe('Harbour Clouds Ltd');
    expect(await problemsOf(visitor)).toEqual([]);
    await dialog.getByLabel('Country').selectOption('US');
    await dialog.getByLabel('State').selectOption({ label: 'Texas' });
    await dialog.getByLabel('Country').selectOption('IL');
    await dialog.getByLabel('Tax number').fill('510000003');
    await dialog.getByRole('button', { name: 'Create company' }).click();
    await expectToast(page, 'Harbour Clouds Ltd created');
    await page.getByRole('heading', { name: 'Harbour Clouds Ltd' }).waitFor();
    const path = new URL(page.url()).pathname;

    await page.getByRole('link', { name: 'Terms and taxes' }).click();
    await page.getByLabel('IBAN or account number').fill('DE88370400440532013000');
    await page.getByRole('button', { name: 'Add tax rate' }).click();
    await page.getByLabel('Name').last().fill('VAT');
    await page.getByLabel('Rate (%)').fill('18');
    await page.getByLabel('First day').fill('2020-01-01');
    await save.click();
    await page.getByText(/^DE88370400440532013000 isn’t a valid IBAN/).waitFor();
    await page.getByLabel('IBAN or account number').fill('DE89370400440532013000');
    await save.click();
    await expectToast(page, 'Changes saved');
    expect(await problemsOf(visitor)).toEqual([]);

    await page.getByRole('link', { name: 'Sites and administrators' }).click();
    await page.getByRole('group', { name: 'Sites' }).getByRole('checkbox').first().check();
    await page.getByLabel('clerk@example.test').check();
    await save.click();
    await expectToast(page, 'Changes saved');
    expect(await problemsOf(visitor)).toEqual([]);

    await withVisitor(harness, {}, async (billingVisitor) => {
      await signInVisitor(billingVisitor, clerk);
      await openScreen(billingVisitor, path);
      await fixCompany(billingVisitor);
      await assignNumbers(billingVisitor);
    });
  }));

it('a billing administrator fixes a company setting from the validation, and sees who can fix the other problems', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    const { root } = harness.app;
    const { id } = (await clerk.get<{ items: { id: string }[] }>('/companies')).body.items[0] ?? {
      id: '',
    };
    const { settings } = (await root.get<{ settings: object }>(`/companies/${id}`)).body;
    const emptied = await root.put(`/companies/${id}/settings`, { ...settings, street: '' });
    expect(emptied.status, emptied.text).toBe(200);
    const validation = `/invoicing/${id}/${lastMonth()}/validation`;
    const addressError = page.getByText('The company address is incomplete');
    await signInVisitor(visitor, clerk);
    await openScreen(visitor, validation);
    await addressError.waitFor();
    await page.getByText('No connection to the tax authority').waitFor();
    await page.getByText(/Roles that can fix this: Operator of the portal\.$/).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page
      .getByRole('listitem')
      .filter({ has: addressError })
      .getByRole('link', { name: 'Fix' })
      .click();
    await page.getByLabel('Street address').fill('3 Mended Street');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Changes saved');
    await openScreen(visitor, validation);
    await page.getByText('No connection to the tax authority').waitFor();
    expect(await addressError.count()).toBe(0);
  }));

it('root’s input is kept when another user saves the company meanwhile, and overwrites nothing without confirmation', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/409/);
    const { root } = harness.app;
    const seller = {
      legalName: 'Quay Clouds Ltd',
      street: '1 Example Street',
      city: 'Haifa',
      region: '',
      postalCode: '',
      country: 'IL',
    };
    const settings = {
      ...seller,
      taxNumber: '510000003',
      currency: 'USD',
      documentSeries: 'QC',
      numberFormat: '{series}-{number}',
    };
    const path = `/companies/${(await root.post<{ id: string }>('/companies', settings)).body.id}`;
    const stored = async () => (await root.get<{ settings: typeof settings }>(path)).body.settings;
    await signInVisitor(visitor, root);
    await openScreen(visitor, path);
    const street = page.getByLabel('Street address');
    const city = page.getByLabel('City');
    const staleNotice = page.getByText('Someone else saved changes in the meantime');
    // Without unsaved input, the form follows the stored values.
    await root.put(`${path}/settings`, { ...settings, city: 'Akko' });
    await expect.poll(() => city.inputValue()).toBe('Akko');
    await street.fill('2 Typed Street');
    await root.put(`${path}/settings`, { ...settings, city: 'Jaffa' });
    await staleNotice.waitFor();
    expect(await street.inputValue()).toBe('2 Typed Street');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await visitor.page.getByRole('alert').count()) > 0).toBe(true);
    expect(await stored()).toMatchObject({ city: 'Jaffa', street: '1 Example Street' });
    expect(await street.inputValue()).toBe('2 Typed Street');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Show saved version' }).click();
    await expect
      .poll(async () => [await city.inputValue(), await street.inputValue()])
      .toEqual(['Jaffa', '1 Example Street']);
    await street.fill('3 Typed Street');
    await root.put(`${path}/settings`, { ...settings, city: 'Eilat' });
    await page.getByRole('button', { name: 'Keep my changes' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Changes saved');
    expect(await stored()).toMatchObject({ city: 'Jaffa', street: '3 Typed Street' });
    await expect.poll(() => staleNotice.count()).toBe(0);
  }));

/** Edits the company as a billing administrator, and checks the reasons for the disabled fields. */
async function fixCompany(billingVisitor: Visitor): Promise<void> {
  const { page } = billingVisitor;
  const save = page.getByRole('button', { name: 'Save' });
  await page.getByText('Only root can change the disabled fields').waitFor();
  expect(await page.getByLabel('Currency').isDisabled()).toBe(true);
  await page
    .getByText('Only root can change this. Documents are numbered in this series without gaps.')
    .waitFor();
  await page.getByLabel('Street address').fill('2 Mended Street');
  await save.click();
  await expectToast(page, 'Changes saved');
  await page.getByRole('link', { name: 'Terms and taxes' }).click();
  await page.getByText('Only root can change this. Customers pay into this account.').waitFor();
  expect(await page.getByLabel('IBAN or account number').isDisabled()).toBe(true);
  await page.getByLabel('Rate (%)').fill('17');
  await save.click();
  await expectToast(page, 'Changes saved');
  expect(await problemsOf(billingVisitor)).toEqual([]);
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByText('Contact your portal operator to add a connection.').waitFor();
  await page.getByRole('link', { name: 'Sites and administrators' }).click();
  await page
    .getByText('Only root can assign sites and billing administrators to a company')
    .waitFor();
  expect(await save.count()).toBe(0);
}

/**
 * Assigns customer numbers. The URL of a customer's page can contain the number, which changes
 * there.
 */
async function assignNumbers(billingVisitor: Visitor): Promise<void> {
  const { page } = billingVisitor;
  billingVisitor.expectComplaint(/40[09]/);
  await openScreen(billingVisitor, '/billingAccess');
  await page.getByRole('link', { name: customer.email }).click();
  await screenIsReady(page);
  const number = page.getByLabel('Customer number');
  const save = page.getByRole('button', { name: 'Save' });
  for (const value of ['1000-A', '1000-B', '']) {
    await number.fill(value);
    await save.click();
    await page.waitForURL(`**/${value || customer.userId}`);
    await screenIsReady(page);
    await page.reload();
    await screenIsReady(page);
    await page.getByRole('heading', { name: customer.email }).waitFor();
    await expect.poll(() => number.inputValue()).toBe(value);
  }
  await number.fill('-bad-');
  await save.click();
  await page.getByText('Enter 1 to 40 letters, digits, dots, underscores, or hyphens.').waitFor();
  // When the page is scrolled, the top bar partly covers the back link, which then fails the size
  // check.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await problemsOf(billingVisitor)).toEqual([]);
}

it.each<Partial<Look>>([{ device: 'phone', scheme: 'dark', language: 'he' }, { device: 'phone' }])(
  'company screens have no accessibility barriers (%o)',
  (look) =>
    withVisitor(harness, look, async (visitor) => {
      const { root } = harness.app;
      const { body } = await root.get<{ items: { id: string }[] }>('/companies');
      const path = `/companies/${body.items[0]?.id}`;
      await signInVisitor(visitor, root);
      const tabs = ['', '/settings', '/billingProperties', '/siteAdmin'].map(
        (tab) => `${path}${tab}`,
      );
      expect(await walk(visitor, ['/companies', ...tabs, '/billingAccess'])).toEqual([]);
    }),
);
