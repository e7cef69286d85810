import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { createTestCompany, type TestCompany } from '../ledger/server/testing/testCompany.ts';

let harness: Harness;
let company: TestCompany;
let buyer: TestClient;
let path: string;
beforeAll(async () => {
  harness = await openHarness();
  company = await createTestCompany(harness.app);
  buyer = await harness.app.signInAs('user', { email: 'buyer@example.test' });
  path = `/billingManage/${company.companyId}/${buyer.userId}`;
});
afterAll(() => harness.close());

it('a billing administrator creates a discount and a promo code, and the customer redeems it', async () => {
  await withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    visitor.expectComplaint(/400/);
    await signInVisitor(visitor, company.clerk);
    await openScreen(visitor, `${path}/discounts`);
    await page.getByRole('button', { name: 'Add discount' }).click();
    await page.getByLabel('Text on invoice').fill('Partner');
    await page.getByLabel('Percent', { exact: true }).fill('120');
    await page.getByLabel('Memory').check();
    await page.getByLabel('Traffic overage').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/percentage above 0 and up to 100/).waitFor();
    await page.getByLabel('Percent', { exact: true }).fill('15');
    expect(await problemsOf(visitor)).toEqual([]);
    // While the list is slow to reload, a second click doesn't save the form twice.
    const listed = Promise.withResolvers<void>();
    await page.route(/\/discounts$/, async (route) => {
      if (route.request().method() === 'GET') await listed.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Discount saved');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    listed.resolve();
    await page.getByText('15% off Memory, Traffic overage').waitFor();
    await openScreen(visitor, `/companies/${company.companyId}/promos`);
    await page.getByRole('button', { name: 'Create promo code' }).click();
    await page.getByLabel(/^Code \(/).fill('welcome-25');
    await page.getByLabel('Text on invoice').fill('Welcome');
    await page.getByLabel('Discount type').selectOption({ label: 'Amount until used up' });
    await page.getByLabel('Amount in USD').fill('25');
    await page.getByLabel('Validity in months').fill('3');
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create promo code' }).click();
    await expectToast(page, 'Promo code created');
  });
  await withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, buyer);
    await openScreen(visitor, '/billing');
    const section = page.getByRole('region', { name: 'Discounts and promo codes' });
    await section.getByText('15% off Memory, Traffic overage').waitFor();
    await section.getByLabel('Promo code').fill('welcome-25');
    await section.getByRole('button', { name: 'Redeem' }).click();
    await expectToast(page, 'Promo code redeemed');
    await section.getByText('$25.00 off all lines, $25.00 left').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
});

it('the discount screens are accessible on a phone in Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    await company.clerk.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, company.clerk);
    expect(
      await walk(visitor, [
        `${path}/discounts`,
        `${path}/promos`,
        `/companies/${company.companyId}/promos`,
      ]),
    ).toEqual([]);
  }));
