import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { asVisitor, type Harness, openHarness } from '../../../e2e/portal.ts';
import {
  enterAs,
  expectText,
  expectToast,
  followTo,
  openScreen,
  sideScroll,
} from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/walk.ts';
import { openTill, type Till } from '../payments/server/testing/till.ts';
import { charge, payIn } from './server/testing/ahead.ts';

describe('prepaid billing in the browser', () => {
  let harness: Harness;
  let till: Till;

  beforeAll(async () => {
    harness = await openHarness();
    till = await openTill(harness.app);
  });
  afterAll(async () => {
    await harness?.close();
    await till?.close();
  });

  it('a billing administrator makes a customer prepaid, whose order is rejected with a way to pay and then accepted on credit', () =>
    asVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await enterAs(visitor, till.customer);
      await openScreen(visitor, '/billing');
      await page.getByText('Payment type: credit card').waitFor();
      expect(await page.getByRole('heading', { name: 'Add funds by bank transfer' }).count()).toBe(
        0,
      );
      await asVisitor(harness, {}, async (clerk) => {
        await enterAs(clerk, till.clerk);
        await openScreen(clerk, `${till.path}/billingPolicy`);
        await clerk.page
          .getByLabel('Payment type', { exact: true })
          .selectOption({ label: 'Deposit' });
        await clerk.page.getByRole('button', { name: 'Save', exact: true }).first().click();
        await expectToast(clerk.page, 'Payment settings saved');
        expect(await problemsOf(clerk)).toEqual([]);
      });
      await page.getByRole('heading', { name: 'Prepaid' }).waitFor();
      await page.getByRole('heading', { name: 'Add funds by bank transfer' }).waitFor();
      await followTo(visitor, '/serverCreate');
      visitor.expectComplaint(/422.*\/svc\/servers/);
      await page.locator('main').getByRole('button', { name: 'Create server' }).last().click();
      await expectText(page.locator('main'), 'short. You have');
      await page.getByRole('link', { name: 'Add funds in Billing' }).first().click();
      await page.waitForURL('**/billing');
      await asVisitor(harness, {}, async (clerk) => {
        await enterAs(clerk, till.clerk);
        await openScreen(clerk, `${till.path}/billingPolicy`);
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
      await createServer(till.customer);
    }));

  it('the remaining balance and a low balance fit on a phone in Hebrew and dark mode without overflow', () =>
    asVisitor(harness, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
      await payIn(till, till, '10');
      await charge(till, till, '60');
      await till.customer.put('/header/language', { language: 'he' });
      await enterAs(visitor, till.customer);
      await openScreen(visitor, '/billing');
      await visitor.page.getByRole('heading', { name: 'תשלום מראש' }).waitFor();
      expect(await walk(visitor, ['/billing'])).toEqual([]);
      expect(await sideScroll(visitor.page)).toEqual([]);
      await asVisitor(
        harness,
        { device: 'phone', language: 'he', scheme: 'dark' },
        async (clerk) => {
          await till.clerk.put('/header/language', { language: 'he' });
          await enterAs(clerk, till.clerk);
          expect(await walk(clerk, [`${till.path}/billingPolicy`])).toEqual([]);
        },
      );
    }));
});
