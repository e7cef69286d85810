import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asVisitor, openStage, type Stage } from '../../e2e/portal.ts';
import { enterAs, expectToast, openScreen } from '../../e2e/steps.ts';
import { problemsOf } from '../../e2e/walk.ts';
import { openShop, type Shop } from './server/testing/shop.ts';

let stage: Stage;
let shop: Shop;
beforeAll(async () => {
  stage = await openStage();
  shop = await openShop(stage.app);
});
afterAll(() => stage.close());

it('a charge above the limit waits for a second person, then a write-off does; the approvals say which is which', async () => {
  await asVisitor(stage, {}, async (visitor) => {
    const { page } = visitor;
    await enterAs(visitor, shop.clerk);
    await openScreen(visitor, shop.path);
    const book = async (what: string, amount: string) => {
      await page.getByRole('button', { name: what, exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Amount in USD').fill(amount);
      await form.getByLabel('Reason').fill('A rack for a quarter');
      const mayOwe = form.getByLabel('May leave the customer owing');
      if (what === 'Charge') await mayOwe.check();
      await form.getByRole('button', { name: 'Book', exact: true }).click();
      await form.waitFor({ state: 'hidden' });
    };
    await book('Charge', '900');
    await expectToast(page, 'The charge is booked');
    await book('Charge', '101');
    await expectToast(page, 'It waits until a second person agrees');
    await book('Write off', '100.01');
    await expectToast(page, 'It waits until a second person agrees');
    await openScreen(visitor, '/billingAccess/approvals');
    const rows = page.getByRole('row').filter({ hasText: shop.customer.email });
    await rows.filter({ hasText: 'Charge booked by hand' }).getByText('$101.00').waitFor();
    await rows.filter({ hasText: 'Write-off of a debt' }).getByText('$100.01').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
  expect((await shop.customer.get<{ balances: object[] }>('/billing')).body.balances).toMatchObject([{ amount: '-900' }]);
});

it('the refund of a charge offers as money what money paid of it, on a phone and in Hebrew', async () => {
  const pay = { key: randomUUID(), amount: '40', currency: 'USD', reason: 'A transfer' };
  expect((await shop.clerk.post(`${shop.path}/payments`, pay)).status).toBe(200);
  const { root } = stage.app;
  await root.put('/header/language', { language: 'he' });
  await asVisitor(stage, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { page } = visitor;
    await enterAs(visitor, root);
    await openScreen(visitor, `${shop.path}/history`);
    await page.getByRole('button', { name: 'החזר', exact: true }).last().click();
    const amount = page.getByRole('dialog').getByRole('textbox').first();
    expect(await amount.inputValue()).toBe('900');
    await page.getByRole('dialog').getByRole('combobox').selectOption('moneyBack');
    expect(await amount.inputValue()).toBe('40');
    expect(await problemsOf(visitor)).toEqual([]);
    await openScreen(visitor, '/billingAccess/approvals');
    await page.getByText('חיוב שנרשם ידנית').first().waitFor();
    await page.getByText('מחיקת חוב').first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
  });
});
