import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import {
  expectToast,
  openScreen,
  screenIsReady,
  sideScroll,
  signInVisitor,
} from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';

describe('the price calculator in the browser', () => {
  let harness: Harness;
  let buyer: TestClient;

  beforeAll(async () => {
    harness = await openHarness();
    buyer = await harness.app.signInAs('user');
  });
  afterAll(() => harness?.close());

  it('compares sizes, shows the total for several servers, and can be shared by its URL', async () => {
    let address = '';
    let combinedPrice = '';
    await withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, buyer);
      await openScreen(visitor, '/pricing');
      await page.getByRole('button', { name: 'Compare configurations' }).click();
      await page.getByRole('button', { name: 'Configuration B', exact: true }).waitFor();
      await page.getByLabel('Number of servers').fill('3');
      await page.getByRole('button', { name: 'Office hours: 176' }).click();
      await page.locator('[data-part="side"]').nth(1).getByText('176 hours').waitFor();
      await page.locator('[data-part="side-total"]').waitFor();
      await expect.poll(() => page.url()).toMatch(/servers2=3.*hours2=176|hours2=176.*servers2=3/);
      await page
        .locator('[data-part="side-price"][aria-busy="true"]')
        .waitFor({ state: 'detached' });
      address = page.url();
      combinedPrice = (await page.locator('[data-part="side-total"]').textContent()) ?? '';
    });
    await withVisitor(harness, { device: 'phone', scheme: 'dark' }, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, buyer);
      await openScreen(visitor, new URL(address).pathname + new URL(address).search);
      await page.locator('[data-part="side-total"]').filter({ hasText: combinedPrice }).waitFor();
      await expect.poll(() => page.locator('[data-part="side"]').count()).toBe(2);
      expect(await sideScroll(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove configuration A' }).click();
      await page.getByRole('button', { name: 'Compare configurations' }).waitFor();
      await expect.poll(() => page.url()).toMatch(/[?&]servers=3/);
    });
  });
});

describe('price lists in the browser', () => {
  let harness: Harness;
  let reseller: TestClient;

  beforeAll(async () => {
    harness = await openHarness();
    const { app } = harness;
    const siteId = await app.makeSite('Reseller');
    await app.portal.services.database.db
      .updateTable('site')
      .set({ hosts: ['127.0.0.1'] })
      .where('id', '=', siteId)
      .execute();
    app.portal.sites.forget();
    reseller = await app.signInAs('siteAdmin', { siteId });
  });
  afterAll(() => harness?.close());

  const hourlyPrice = async (client: TestClient): Promise<string> => {
    const items = [{ item: 'cpu.B', quantity: '2', mode: 'hourly' }];
    return (await client.post<{ hourly: string }>('/pricing/estimate', { items })).body.hourly;
  };

  it('a reseller creates a version, sees the difference and publishes it, and a new server uses the new price', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      expect(await hourlyPrice(reseller)).toBe('0.018');
      await signInVisitor(visitor, reseller);
      await openScreen(visitor, '/pricelist/sites');
      await page.getByRole('link', { name: 'Create price list' }).click();
      await screenIsReady(page);
      await page.getByLabel('Percent', { exact: true }).fill('10');
      await page.getByRole('button', { name: 'Change prices' }).click();
      await expectToast(page, 'changed by 10%');
      const hour = page.getByLabel('Hourly price of CPU type B, general purpose');
      await expect.poll(() => hour.inputValue()).toBe('0.0099');
      visitor.expectComplaint(/400/);
      await hour.fill('-1');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByText('Enter a price such as 0.02').waitFor();
      await hour.fill('0.0135');
      await page.getByRole('button', { name: 'Remove Managed service' }).click();
      await page.getByRole('button', { name: 'Review changes' }).click();
      const row = page.getByRole('row', { name: /CPU type B/ });
      await row.getByText('+50%').waitFor();
      await row.getByText('+10%').waitFor();
      await page
        .getByRole('row', { name: /Managed service/ })
        .getByText('removed')
        .waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
      expect(await hourlyPrice(reseller)).toBe('0.018');
      await page.getByRole('button', { name: 'Publish' }).click();
      await expectToast(page, 'Version 1 created');
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByRole('rowheader', { name: 'CPU type B, general purpose' }).waitFor();
      expect(await hourlyPrice(reseller)).toBe('0.027');
      await openScreen(visitor, '/pricing');
      await page
        .getByRole('row', { name: /CPU type B/ })
        .getByText('$0.0135')
        .waitFor();
    }));

  it('a scheduled version is withdrawn, and the current prices continue', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, reseller);
      await openScreen(visitor, '/pricelist/new');
      await page.getByLabel('Effective', { exact: true }).selectOption('later');
      await page.getByLabel('Hourly price of Memory').fill('1');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('button', { name: 'Schedule' }).click();
      await expectToast(page, 'Version 2 created');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await expectToast(page, 'Version 2 withdrawn');
      await page.getByText('Withdrawn', { exact: true }).waitFor();
      await openScreen(visitor, '/pricelist');
      await page.getByRole('row', { name: /2 Withdrawn/ }).waitFor();
      await page.getByRole('row', { name: /1 Active/ }).waitFor();
    }));

  it('an hourly-only list with one-time software is labeled as such before it is published and wherever its prices are shown', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, reseller);
      await openScreen(visitor, '/pricelist/new');
      await page.getByLabel('Server billing').selectOption('Hourly only');
      await page.getByLabel('Code').fill('image.office');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByLabel('Monthly price of Software office').fill('49.90');
      const item = page.getByRole('listitem').filter({ hasText: 'image.office' });
      await item.locator('summary').click();
      await item.getByLabel('One-time purchase').check();
      await page.getByLabel('Memory while the server is off').selectOption('Own price');
      await page.getByLabel('Hourly price of Memory while off').fill('0.0004');
      await page.getByLabel('Monthly price of Memory while off').fill('0.24');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByText('Hourly only').waitFor();
      await page
        .getByRole('row', { name: /Software office/ })
        .getByText('$49.90')
        .waitFor();
      await page
        .getByRole('row', { name: /Memory/ })
        .getByText('$0.0004 per hour, $0.24 per month')
        .waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
      await page.getByRole('button', { name: 'Publish' }).click();
      await expectToast(page, ' created');
      await page.getByText('Hourly only').waitFor();
      await openScreen(visitor, '/pricing');
      await page.getByRole('rowheader', { name: 'Software office One-time' }).waitFor();
      await page.getByRole('cell', { name: '$0.0004 per hour, $0.24 per month' }).waitFor();
      expect(await page.getByText('Monthly', { exact: true }).count()).toBe(0);
      await openScreen(visitor, '/serverCreate');
      await page.getByText('Billing and services').click();
      const billingModeOptions = page.getByLabel('Billing mode', { exact: true }).locator('option');
      await expect.poll(() => billingModeOptions.allTextContents()).toEqual(['Hourly']);
    }));

  it('the price screens are accessible on a phone in dark mode and in Hebrew', () =>
    withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
      await reseller.put('/header/language', { language: 'he' });
      await signInVisitor(visitor, reseller);
      const { items } = (await reseller.get<{ items: { id: string }[] }>('/pricelists')).body;
      const paths = [
        '/pricelist',
        '/pricelist/sites',
        '/pricelist/new',
        `/pricelist/${items[0]?.id}`,
      ];
      expect(await walk(visitor, paths)).toEqual([]);
      const { page } = visitor;
      await openScreen(visitor, '/pricelist/new');
      await page.getByLabel('אחוז', { exact: true }).fill('-12.5');
      await page.getByRole('button', { name: 'שינוי המחירים' }).click();
      await page.getByRole('button', { name: 'בדיקת השינויים' }).click();
      await page.getByText('12.5%').first().waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
    }));
});
