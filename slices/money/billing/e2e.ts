import { afterAll, beforeAll, expect, it } from 'vitest';
import { ViesFake } from '../../../drivers/taxNumbers/testing/vies.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import { systemOf } from '../dunning/server/testing/debts.ts';
import { createTestCompany, type TestCompany } from '../ledger/server/testing/testCompany.ts';
import { checkTaxNumbers } from './server/taxNumbers.ts';

let harness: Harness;
let testCompany: TestCompany;
beforeAll(async () => {
  harness = await openHarness();
  testCompany = await createTestCompany(harness.app);
});
afterAll(() => harness.close());

it('a customer fills in a profile and requests a deposit, an administrator confirms it, and the customer sees the payment', () =>
  withVisitor(harness, {}, async (visitor) => {
    await signInVisitor(visitor, testCompany.customer);
    visitor.expectComplaint(/422/);
    await openScreen(visitor, '/billing');
    const { page } = visitor;
    await page.getByText('Complete the billing profile first.').waitFor();
    await page
      .getByText('Card payments aren’t available right now. You can pay by bank transfer.')
      .waitFor();
    await page.getByLabel('Name').fill('Alex Example');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByLabel('City').fill('Berlin');
    await page.getByLabel('Street and number').fill('2 Example Street');
    await page.getByLabel('Tax number').fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('12 isn’t a valid tax number for Germany').waitFor();
    await page.getByLabel('Tax number').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Billing profile saved');
    await page.getByLabel('Amount in USD').fill('40');
    await page.getByRole('button', { name: 'Request deposit' }).click();
    await expectToast(page, 'Deposit requested');
    expect(await problemsOf(visitor)).toEqual([]);
    await withVisitor(harness, {}, async (clerk) => {
      await signInVisitor(clerk, testCompany.clerk);
      await openScreen(clerk, '/billingAccess/deposits');
      await clerk.page.getByRole('link', { name: /^D-/ }).click();
      await screenIsReady(clerk.page);
      await clerk.page.getByRole('button', { name: 'Confirm' }).click();
      const dialog = clerk.page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('Statement of today');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await expectToast(clerk.page, 'Deposit credited');
      expect(await problemsOf(clerk)).toEqual([]);
    });
    await page.getByText('$40.00 received.').waitFor();
    await page.getByRole('link', { name: 'Open now' }).click();
    await page.getByText(/Statement of today/).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));

it('the VIES result of a VAT number is shown to the customer and the billing administrator', () =>
  withVisitor(harness, {}, async (visitor) => {
    const vies = await new ViesFake().start();
    vies.valid.set('12345678901', 'EXAMPLE SARL');
    const { root } = harness.app;
    for (const [id, value] of [
      ['billing.viesAddress', vies.origin],
      ['billing.asksVies', true],
    ])
      expect((await root.put(`/settings/${id}`, { value })).status).toBe(200);
    const customer = await harness.app.signInAs('user');
    await signInVisitor(visitor, customer);
    await openScreen(visitor, '/billing');
    const { page } = visitor;
    await page.getByLabel('Customer type').selectOption({ label: 'Company' });
    await page.getByLabel('Company name').fill('Example SARL');
    await page.getByLabel('Country').selectOption('FR');
    await page.getByLabel('City').fill('Paris');
    await page.getByLabel('Street and number').fill('3 Example Street');
    await page.getByLabel('Tax number').fill('12345678901');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Billing profile saved');
    await checkTaxNumbers(await systemOf(harness.app));
    await openScreen(visitor, '/billing');
    await page.getByText('VIES confirmed this VAT number on 2026-03-01.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await withVisitor(harness, {}, async (clerk) => {
      await signInVisitor(clerk, testCompany.clerk);
      await openScreen(clerk, `/billingManage/${testCompany.companyId}/${customer.userId}/details`);
      await clerk.page
        .getByText(/VIES confirmed this VAT number on 2026-03-01\. · EXAMPLE SARL/)
        .waitFor();
      expect(await problemsOf(clerk)).toEqual([]);
    });
    await vies.stop();
  }));

it('a customer sees the amount of a deposit request, and the billing administrator sees who verified the number and what was paid', () =>
  withVisitor(harness, {}, async (visitor) => {
    const customer = await harness.app.signInAs('user');
    const business = {
      kind: 'company',
      name: 'Example SARL',
      street: '3 Example Street',
      city: 'Paris',
      region: '',
      postalCode: '75001',
    };
    expect(
      (await customer.put('/billing', { ...business, country: 'FR', taxNumber: '99999999999' }))
        .status,
    ).toBe(200);
    const address = `/billingManage/${testCompany.companyId}/${customer.userId}`;
    for (const event of ['verify', 'forceDeposit'])
      expect(
        (await testCompany.clerk.post(`${address}/state`, { event, reason: 'A journey' })).status,
      ).toBe(200);
    const payment = { key: 'a-part-of-it', amount: '2', currency: 'USD', reason: 'A part' };
    expect((await testCompany.clerk.post(`${address}/payments`, payment)).status).toBe(200);
    await signInVisitor(visitor, customer);
    await openScreen(visitor, '/billing');
    const { page } = visitor;
    await page.getByText('A deposit of at least $5.00 is required.').waitFor();
    await page.getByText('$2.00 received, $3.00 remaining.').waitFor();
    await page.getByText('Minimum $3.00').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await withVisitor(harness, {}, async (clerk) => {
      await signInVisitor(clerk, testCompany.clerk);
      await openScreen(clerk, `${address}/details`);
      await clerk.page
        .getByText('A deposit of at least $5.00 is required. $2.00 received so far.')
        .waitFor();
      await clerk.page.getByText('Confirmed manually').waitFor();
      expect(await problemsOf(clerk)).toEqual([]);
    });
  }));

it('the billing screens are accessible on a phone in dark mode and Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { root } = harness.app;
    await root.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, root);
    const company = `/companies/${testCompany.companyId}`;
    const screens = [
      '/billing',
      '/billing/history',
      '/billingAccess',
      '/billingAccess/deposits',
      testCompany.path,
      `${testCompany.path}/history`,
    ];
    expect(
      await walk(visitor, [
        ...screens,
        '/companies',
        company,
        `${company}/billingProperties`,
        `${company}/siteAdmin`,
      ]),
    ).toEqual([]);
  }));
