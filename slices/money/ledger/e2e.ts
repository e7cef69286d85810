import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';
import {
  createTestCompany,
  disableBillingProfileRequirement,
  type TestCompany,
  testCompanyBank,
  testCompanySettings,
} from './server/testing/testCompany.ts';

let harness: Harness;
let company: TestCompany;
beforeAll(async () => {
  harness = await openHarness();
  company = await createTestCompany(harness.app);
  const taxes = [{ name: 'VAT', rate: '20', validFrom: '2020-01-01', validTo: null }];
  await harness.app.root.put(`/companies/${company.companyId}/settings`, {
    ...testCompanySettings,
    taxNumber: '516179157',
  });
  await harness.app.root.put(`/companies/${company.companyId}/billingProperties`, {
    ...testCompanyBank,
    taxes,
  });
});
afterAll(() => harness.close());

it('a charge above the limit and then a write-off wait for second approval, and the approvals distinguish them', async () => {
  await withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, company.path);
    const open = async (buttonName: string) => {
      await page.getByRole('button', { name: buttonName, exact: true }).click();
      return page.getByRole('dialog');
    };
    const charge = async (amount: string, displayedAmount: string) => {
      const form = await open('Add charge');
      await form.getByLabel('Amount before tax in USD').fill(amount);
      await form.getByLabel('Description').fill('A rack for a quarter');
      await form.getByLabel('Allow a negative balance').check();
      await form.getByRole('button', { name: 'Preview invoice' }).click();
      await form.getByText('VAT 20%').waitFor();
      await form.getByRole('button', { name: `Charge ${displayedAmount}` }).click();
      await form.waitFor({ state: 'hidden' });
    };
    const form = await open('Add charge');
    await form.getByLabel('Amount before tax in USD').fill('750');
    await form.getByRole('button', { name: 'Preview invoice' }).click();
    await form.getByText('No billing details').waitFor();
    await expect
      .poll(() => form.getByRole('button', { name: 'Charge $900.00' }).isDisabled())
      .toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await disableBillingProfileRequirement(company, company.customer);
    await charge('750', '$900.00');
    await expectToast(page, 'Invoice issued');
    await charge('101', '$121.20');
    await expectToast(page, 'Waiting for second approval');
    const debt = await open('Write off');
    await debt.getByLabel('Amount in USD').fill('100.01');
    await debt.getByLabel('Reason').fill('A rack for a quarter');
    await debt.getByRole('button', { name: 'Book', exact: true }).click();
    await debt.waitFor({ state: 'hidden' });
    await expectToast(page, 'Waiting for second approval');
    await openScreen(visitor, `${company.path}/invoice`);
    const issuedRow = page.getByRole('row').filter({ hasText: '$900.00' });
    await issuedRow.getByText('Charge', { exact: true }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await openScreen(visitor, '/billingAccess/approvals');
    const rows = page.getByRole('row').filter({ hasText: company.customer.email });
    await rows.filter({ hasText: 'Manual charge' }).getByText('$121.20').waitFor();
    await rows.filter({ hasText: 'Write-off' }).getByText('$100.01').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
  expect(
    (await company.customer.get<{ balances: object[] }>('/billing')).body.balances,
  ).toMatchObject([{ amount: '-900' }]);
});

it('the refund of a charge offers a payout of its paid part, on a phone and in Hebrew', async () => {
  const payment = { key: randomUUID(), amount: '40', currency: 'USD', reason: 'A transfer' };
  expect((await company.clerk.post(`${company.path}/payments`, payment)).status).toBe(200);
  const { root } = harness.app;
  await root.put('/header/language', { language: 'he' });
  await withVisitor(
    harness,
    { device: 'phone', scheme: 'dark', language: 'he' },
    async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, root);
      await openScreen(visitor, `${company.path}/history`);
      await page.getByRole('button', { name: 'החזר', exact: true }).last().click();
      const amount = page.getByRole('dialog').getByRole('textbox').first();
      await expect.poll(() => amount.inputValue()).toBe('900');
      await page.getByRole('dialog').getByRole('combobox').selectOption('moneyBack');
      await expect.poll(() => amount.inputValue()).toBe('40');
      expect(await problemsOf(visitor)).toEqual([]);
      await openScreen(visitor, '/billingAccess/approvals');
      await page.getByText('חיוב ידני').first().waitFor();
      await page.getByText('מחיקת חוב').first().waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
    },
  );
});

it('new transactions appear in the open report, and a deleted customer with a balance is still listed', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    const other = await harness.app.signInAs('user', { email: 'gone@example.test' });
    const path = `/billingManage/${company.companyId}/${other.userId}`;
    await disableBillingProfileRequirement(company, other);
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, '/transactionsReport');
    const charge = {
      key: randomUUID(),
      amount: '30',
      currency: 'USD',
      reason: 'A move between racks',
      mayOwe: true,
    };
    expect((await company.clerk.post(`${path}/charges`, charge)).status).toBe(200);
    await page
      .getByRole('row')
      .filter({ hasText: 'A move between racks' })
      .getByText('$36.00')
      .waitFor();
    expect((await harness.app.root.delete(`/users/${other.userId}`)).status).toBe(200);
    await openScreen(visitor, '/billingAccess');
    await page
      .getByRole('row')
      .filter({ hasText: 'Deleted' })
      .getByRole('link', { name: other.email })
      .click();
    await page.getByText('Account deleted').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));
