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
import type { TestClient } from '../../../server/testing/client.ts';

describe('budgets, in the browser', () => {
  let harness: Harness;
  let owner: TestClient;

  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    await createServer(owner);
  });
  afterAll(() => harness?.close());

  it('a budget is created and reached at once, rejects a new server, naming itself, is unblocked, and is deleted', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, '/budgets');
      await page.getByRole('button', { name: 'Create budget' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Pennies');
      visitor.expectComplaint(/400.*\/svc\/budgets/);
      await dialog.getByLabel('Amount per month in USD').fill('nothing');
      await dialog.getByRole('button', { name: 'Create budget' }).click();
      await expectText(dialog, 'Enter an amount above zero, for example 25 or 10.50.');
      await dialog.getByLabel('Amount per month in USD').fill('0.01');
      await dialog
        .getByRole('group', { name: 'Threshold 2' })
        .getByLabel('Block new orders')
        .check();
      await dialog.getByRole('button', { name: 'Create budget' }).click();
      await expectToast(page, 'Budget Pennies created');
      await page.getByText('Blocks new orders').first().waitFor();
      await openPath(visitor, '/serverCreate');
      visitor.expectComplaint(/422.*\/svc\/servers/);
      await page.locator('main').getByRole('button', { name: 'Create server' }).last().click();
      await expectText(page.locator('main'), 'The budget Pennies has reached 100%');
      await openPath(visitor, '/billing');
      await page.getByRole('link', { name: 'Pennies' }).click();
      await page.getByRole('heading', { name: 'Pennies' }).waitFor();
      await page.getByRole('button', { name: 'Lift block' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Lift block' }).click();
      await expectToast(page, 'New orders allowed');
      await expectText(
        page.locator('[data-part="budget-list"]').last(),
        `Lifted by ${owner.email}`,
      );
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'Pennies deleted');
      await page.waitForURL('**/budgets');
    }));

  it('budget screens fit on a phone in Hebrew and dark mode without overflow', () =>
    withVisitor(harness, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
      const { page } = visitor;
      const { body } = await owner.post<{ id: string }>('/budgets', {
        ...{
          name: 'A name that goes on for rather a long time, longer than a phone is wide',
          amount: '0.01',
        },
        thresholds: [{ basis: 'forecast', percent: 100, blocks: true, powersOff: false }],
      });
      await signInVisitor(visitor, owner);
      for (const path of ['/budgets', `/budgets/${body.id}`, '/billing', '/dashboard']) {
        await openScreen(visitor, path);
        await page.getByText('A name that goes on').first().waitFor();
        expect(await sideScroll(page), path).toEqual([]);
      }
      await openPath(visitor, '/budgets');
      await page.getByRole('button', { name: 'יצירת תקציב' }).first().click();
      await page.getByRole('dialog').getByRole('group').first().waitFor();
      expect(await sideScroll(page)).toEqual([]);
    }));
});
