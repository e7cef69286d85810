import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import {
  expectText,
  expectToast,
  openPath,
  openScreen,
  sideScroll,
  signInVisitor,
} from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import { openPaymentHarness, type PaymentShop } from '../payments/server/testing/paymentHarness.ts';
import { addFunds, charge } from './server/testing/prepaidFixtures.ts';

describe('prepaid billing in the browser', () => {
  let harness: Harness;
  let shop: PaymentShop;

  beforeAll(async () => {
    harness = await openHarness();
    shop = await openPaymentHarness(harness.app);
  });
  afterAll(async () => {
    await harness?.close();
    await shop?.close();
  });

  it('a billing administrator makes a customer prepaid, whose order is rejected with a way to pay and then accepted on credit', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, shop.customer);
      await openScreen(visitor, '/billing');
      await page.getByText('Payment type: credit card').waitFor();
      expect(await page.getByRole('heading', { name: 'Add funds by bank transfer' }).count()).toBe(
        0,
      );
      await withVisitor(harness, {}, async (clerk) => {
        await signInVisitor(clerk, shop.clerk);
        await openScreen(clerk, `${shop.path}/billingPolicy`);
        await clerk.page
          .getByLabel('Payment type', { exact: true })
          .selectOption({ label: 'Deposit' });
        await clerk.page.getByRole('button', { name: 'Save', exact: true }).first().click();
        await expectToast(clerk.page, 'Payment settings saved');
        expect(await problemsOf(clerk)).toEqual([]);
      });
      await page.getByRole('heading', { name: 'Prepaid' }).waitFor();
      await page.getByRole('heading', { name: 'Add funds by bank transfer' }).waitFor();
      await openPath(visitor, '/serverCreate');
      visitor.expectComplaint(/422.*\/svc\/servers/);
      await page.locator('main').getByRole('button', { name: 'Create server' }).last().click();
      await expectText(page.locator('main'), 'short. You have');
      await page.getByRole('link', { name: 'Add funds in Billing' }).first().click();
      await page.waitForURL('**/billing');
      await withVisitor(harness, {}, async (clerk) => {
        await signInVisitor(clerk, shop.clerk);
        await openScreen(clerk, `${shop.path}/billingPolicy`);
        clerk.expectComplaint(/400.*creditLimit/);
        const limit = clerk.page.getByLabel('Credit limit in USD');
        const save = clerk.page.getByRole('button', { name: 'Save', exact: true }).first();
        await limit.fill('much');
        await save.click();
        await clerk.page.getByText('Enter an amount such as 0, 250, or 99.50.').waitFor();
        await limit.fill('20');
        await save.click();
        await expectToast(clerk.page, 'Payment settings saved');
      });
      await page.getByText('Credit limit').waitFor();
      await createServer(shop.customer);
    }));

  it('the remaining balance and a low balance fit on a phone in Hebrew and dark mode without overflow', () =>
    withVisitor(harness, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
      await addFunds(shop, shop, '10');
      await charge(shop, shop, '60');
      await shop.customer.put('/header/language', { language: 'he' });
      await signInVisitor(visitor, shop.customer);
      await openScreen(visitor, '/billing');
      await visitor.page.getByRole('heading', { name: 'תשלום מראש' }).waitFor();
      expect(await walk(visitor, ['/billing'])).toEqual([]);
      expect(await sideScroll(visitor.page)).toEqual([]);
      await withVisitor(
        harness,
        { device: 'phone', language: 'he', scheme: 'dark' },
        async (clerk) => {
          await shop.clerk.put('/header/language', { language: 'he' });
          await signInVisitor(clerk, shop.clerk);
          expect(await walk(clerk, [`${shop.path}/billingPolicy`])).toEqual([]);
        },
      );
    }));
});
