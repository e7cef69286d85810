import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

describe('the cost of an action', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;
  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
  });
  afterAll(() => harness?.close());

  const projectedCost = async () => {
    const { body } = await owner.get<{ now: { monthly: string } }>(`/servers/${serverId}/cost`);
    return body.now.monthly;
  };

  it('is updated in the dialog as options change, and matches the server’s cost afterwards', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/configure`);
      const added = page.locator('.section', { hasText: 'Disks' }).locator('.added-cost');
      await added.filter({ hasText: 'Adds $0.002 per hour, $1.20 per month.' }).waitFor();
      await page.getByRole('button', { name: 'Grow' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('New size').selectOption('100');
      const cost = dialog
        .locator('.added-cost')
        .filter({ hasText: 'Adds $0.008 per hour, $4.80 per month.' });
      await cost.waitFor();
      const [, before, after] =
        /Per month: \$([\d.]+) → \$([\d.]+)\./.exec((await cost.textContent()) ?? '') ?? [];
      expect(await projectedCost()).toBe(before);
      await dialog.getByRole('button', { name: 'Grow' }).click();
      await expect.poll(projectedCost, { timeout: 20_000 }).toBe(after);
    }));

  it('is shown before a server is terminated, with the savings and what stays on this month’s invoice', () =>
    withVisitor(harness, { device: 'phone' }, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}`);
      await page.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('menuitem', { name: 'Terminate' }).click();
      const cost = page.getByRole('dialog').locator('.added-cost');
      await cost.filter({ hasText: /Saves \$[\d.]+ per hour, \$[\d.]+ per month\./ }).waitFor();
      const { body } = await owner.post<{
        changes: { thisMonth: { before: string; after: string } }[];
      }>('/servers/cost/preview', {
        ...{ action: 'terminate', ids: [serverId] },
      });
      const { before = '', after = '' } = body.changes[0]?.thisMonth ?? {};
      await cost.filter({ hasText: `On this month’s invoice: $${before} → $${after}.` }).waitFor();
    }));

  it('is shown in the menu for immediate actions, even when they are free', () =>
    withVisitor(harness, { device: 'phone', language: 'he' }, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}`);
      await page.getByRole('button', { name: /^פעולות/ }).click();
      await page
        .getByRole('menuitem', { name: /תמונת מצב/ })
        .filter({ hasText: 'מוסיף עד' })
        .waitFor();
      await owner.put(`/servers/${serverId}/power`, { state: 'off', force: true });
      await page
        .getByRole('menuitem', { name: /תמונת מצב/ })
        .filter({ hasText: 'ללא עלות נוספת' })
        .waitFor();
    }));
});
