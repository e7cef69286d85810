import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../e2e/createServer.ts';
import { asVisitor, openStage, type Stage } from '../../e2e/portal.ts';
import { enterAs, openScreen, sideScroll } from '../../e2e/steps.ts';
import type { TestClient } from '../../server/testing/client.ts';

describe('what a server was, in the browser', () => {
  let stage: Stage;
  let owner: TestClient;
  let serverId: string;

  beforeAll(async () => {
    stage = await openStage();
    owner = await stage.app.signInAs('user');
    serverId = await createServer(owner);
    await owner.put(`/servers/${serverId}/name`, { name: 'name-of-now' });
  });
  afterAll(() => stage?.close());

  it('is gone through from change to change, beside what it is now', () =>
    asVisitor(stage, {}, async (visitor) => {
      const { page } = visitor;
      await enterAs(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/history`);
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByText('Same as now').waitFor();
      await page.getByRole('button', { name: 'Previous change' }).click();
      await page.getByText('1 difference from now').waitFor();
      const changed = page.locator('.past-table [data-differs]');
      await expect.poll(() => changed.getByRole('rowheader').textContent()).toBe('Name');
      await expect.poll(() => changed.getByRole('cell').nth(1).textContent()).toBe('name-of-now');
      await page.getByRole('button', { name: 'Next change' }).click();
      await page.getByText('Same as now').waitFor();
    }));

  it('is read on a phone in Hebrew, in the dark, and nothing reaches over the edge', () =>
    asVisitor(stage, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
      const { page } = visitor;
      await enterAs(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/history`);
      await page.getByRole('button', { name: 'הצגה', exact: true }).click();
      await page.getByText('זהה למצב הנוכחי').waitFor();
      expect(await sideScroll(page)).toEqual([]);
    }));
});
