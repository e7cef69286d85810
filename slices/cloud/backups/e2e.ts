import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import {
  expectText,
  expectToast,
  openScreen,
  sideScroll,
  signInVisitor,
} from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

describe('backups in the browser', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;

  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
  });
  afterAll(() => harness?.close());

  it('are enabled, created, tested and restored', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/backup`);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('button', { name: 'Back up now' }).click();
      const row = page.locator('tbody tr').first();
      await expectText(row, 'Ready');
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Test' }).click();
      await expectText(row, 'Passed');
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Create server from backup' }).click();
      // The full cost of the server is shown before it is created.
      await page
        .getByRole('dialog')
        .locator('.added-cost')
        .filter({ hasText: /Adds .*On this month’s invoice: / })
        .waitFor();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Create server from backup' })
        .click();
      await expectToast(page, /^Creating server .+…/);
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Restore' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
      await expectToast(page, 'Request sent');
      const status = async () =>
        (await owner.get<{ status: string; power: string }>(`/servers/${serverId}`)).body;
      await expect
        .poll(status, { timeout: 20_000 })
        .toMatchObject({ status: 'ready', power: 'on' });
      await page.getByRole('button', { name: 'Turn off' }).click();
      const dialog = page.getByRole('dialog');
      // The savings, including the cost of the existing backup from then on.
      await dialog
        .locator('.added-cost')
        .filter({ hasText: /Saves .*On this month’s invoice: / })
        .waitFor();
      await dialog.getByRole('button', { name: 'Turn off' }).click();
      await page.getByRole('button', { name: 'Turn on' }).waitFor();
    }));

  it('are listed for all servers on a phone without overflow', () =>
    withVisitor(harness, { device: 'phone' }, async (visitor) => {
      await signInVisitor(visitor, owner);
      await openScreen(visitor, '/backups');
      await visitor.page.locator('tbody tr').first().waitFor();
      expect(await sideScroll(visitor.page)).toEqual([]);
    }));
});
