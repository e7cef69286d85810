import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

describe('the server timeline in the browser', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;

  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
    await owner.put(`/servers/${serverId}/name`, { name: 'name-of-now' });
  });
  afterAll(() => harness?.close());

  it('steps from change to change, next to the current state', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/history`);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByText('Same as now').waitFor();
      await page.getByRole('button', { name: 'Previous change' }).click();
      await page.getByText('1 difference from now').waitFor();
      const changed = page.locator('[data-part="past-table"] [data-differs]');
      await expect.poll(() => changed.getByRole('rowheader').textContent()).toBe('Name');
      await expect.poll(() => changed.getByRole('cell').nth(1).textContent()).toBe('name-of-now');
      await page.getByRole('button', { name: 'Next change' }).click();
      await page.getByText('Same as now').waitFor();
    }));

  it('fits on a phone in Hebrew and dark mode without overflowing', () =>
    withVisitor(harness, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/history`);
      await page.getByRole('button', { name: 'הצגה', exact: true }).click();
      await page.getByText('זהה למצב הנוכחי').waitFor();
      expect(await sideScroll(page)).toEqual([]);
    }));
});
