import { afterAll, beforeAll, expect, it } from 'vitest';
import { EcbFake } from '../../../drivers/exchangeRates/testing/ecb.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectText, expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
let ecb: EcbFake;
beforeAll(async () => {
  harness = await openHarness();
  ecb = await new EcbFake().start();
});
afterAll(async () => {
  await harness?.close();
  await ecb?.stop();
});

it('a rate is entered, rejected if invalid, corrected and withdrawn', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, await harness.app.signInAs('root'));
    await openScreen(visitor, '/exchangeRates');
    await page.getByText('Not connected').waitFor();
    await page.getByText('No exchange rates yet').waitFor();
    await page.getByRole('button', { name: 'Add exchange rate' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Cancel', { exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add exchange rate' }).first().click();
    await dialog.getByLabel('From currency').fill('usd');
    await dialog.getByLabel('To currency').fill('usd');
    await dialog.getByLabel('Rate').fill('0');
    visitor.expectComplaint(/400.*\/svc\/exchangeRates/);
    await dialog.getByRole('button', { name: 'Add exchange rate' }).click();
    await expectText(dialog, 'Enter a rate above zero, for example 3.705.');
    await dialog.getByLabel('Rate').fill('3.7051');
    visitor.expectComplaint(/400.*\/svc\/exchangeRates/);
    await dialog.getByRole('button', { name: 'Add exchange rate' }).click();
    await expectText(dialog, 'The currencies must be different.');
    await dialog.getByLabel('To currency').fill('ils');
    await dialog.getByRole('button', { name: 'Add exchange rate' }).click();
    await expectToast(page, 'USD to ILS rate added');
    await page.getByText('1 USD = 3.7051 ILS').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    const runAction = async (name: string) => {
      await page
        .getByRole('button', { name: /^Actions/ })
        .last()
        .click();
      await page.getByRole('menuitem', { name }).click();
    };
    await runAction('Correct');
    await dialog.getByLabel('Rate').fill('3.75');
    await dialog.getByRole('button', { name: 'Correct' }).click();
    await expectToast(page, 'USD to ILS rate corrected');
    await page.getByText('1 USD = 3.75 ILS').waitFor();
    await page.getByLabel('State').selectOption({ label: 'Current' });
    await page.getByText('1 USD = 3.7051 ILS').waitFor({ state: 'detached' });
    await runAction('Withdraw');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expectToast(page, 'USD to ILS rate withdrawn');
    await page.getByText('1 USD = 3.75 ILS').waitFor({ state: 'detached' });
  }));

it('the rates of the European Central Bank are fetched on request on a phone in Hebrew, and the screen is accessible', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { page } = visitor;
    const { root } = harness.app;
    for (const [id, value] of [
      ['exchangeRates.ecbAddress', ecb.address],
      ['exchangeRates.asksEcb', true],
    ])
      expect((await root.put(`/settings/${id}`, { value })).status).toBe(200);
    ecb.day = new Date().toISOString().slice(0, 10);
    const admin = await harness.app.signInAs('root');
    await admin.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, admin);
    await openScreen(visitor, '/exchangeRates');
    await page.getByRole('button', { name: 'ייבוא כעת' }).click();
    await expectToast(page, 'השערים יובאו');
    await page.getByText('1 EUR = 1.0832 USD').first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    ecb.instead = { status: 503, text: '' };
    visitor.expectComplaint(/503.*\/svc\/exchangeRates/);
    await page.getByRole('button', { name: 'ייבוא כעת' }).click();
    await page.getByText('לא מגיב').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  }));
