import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visitor } from '../../../e2e/browser.ts';
import { openFilledHarness } from '../../../e2e/filledHarness.ts';
import { type Harness, withVisitor } from '../../../e2e/harness.ts';
import { screenPaths, withoutRepeats } from '../../../e2e/screens.ts';
import { openPath, openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

let harness: Harness;
let root: TestClient;
let serverId: string;
beforeAll(async () => {
  harness = await openFilledHarness();
  root = await harness.app.signInAs('root');
  const { body } = await root.get<{ items: { id: string }[] }>('/servers');
  serverId = body.items[0]?.id ?? '';
  expect(
    (await root.put(`/servers/${serverId}/name`, { name: 'frontend-web-node-1' })).status,
  ).toBe(200);
});
afterAll(() => harness?.close());

async function wideScreens(
  visitor: Visitor,
  paths: readonly string[],
  width: number,
): Promise<string[]> {
  const found: string[] = [];
  await visitor.page.setViewportSize({ width, height: 800 });
  for (const path of paths) {
    await openPath(visitor, path);
    found.push(...(await sideScroll(visitor.page)).map((problem) => `${path}: ${problem}`));
  }
  return found;
}

describe('no page is wider than its window', () => {
  it.each([1024, 768, 320])('of %i px', async (width) => {
    const paths = withoutRepeats(await screenPaths(root));
    await withVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/status of 404/);
      await signInVisitor(visitor, root);
      expect(await wideScreens(visitor, paths, width)).toEqual([]);
    });
  });
});

describe('the server list', () => {
  it.each([1440, 1024, 768, 390])(
    'shows the full name in one line and the actions at %i px, and the other columns can be scrolled into view',
    (width) =>
      withVisitor(harness, {}, async (visitor) => {
        const { page } = visitor;
        await signInVisitor(visitor, root);
        await page.setViewportSize({ width, height: 800 });
        await openScreen(visitor, '/servers');
        const row = page.locator('tr', { hasText: 'frontend-web-node-1' });
        const link = row.locator('[data-part="server-name"]');
        const name = await link.evaluate((element) => [
          element.getClientRects().length,
          element.scrollWidth - element.clientWidth,
        ]);
        expect(name).toEqual([1, 0]);
        const isFullyVisible = async (locator: Locator): Promise<boolean> => {
          const box = await locator.boundingBox();
          return box !== null && box.x >= 0 && box.x + box.width <= width;
        };
        const actions = row.locator('.cell-actions button');
        expect([await isFullyVisible(link), await isFullyVisible(actions)]).toEqual([true, true]);
        const price = row.locator('[data-title="This month"]');
        await price.scrollIntoViewIfNeeded();
        expect([
          await isFullyVisible(price),
          await isFullyVisible(link),
          await isFullyVisible(actions),
        ]).toEqual([true, true, true]);
      }),
  );

  it.each([1024, 768])('is a table that scrolls sideways below its name column at %i px', (width) =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, root);
      await page.setViewportSize({ width, height: 800 });
      await openScreen(visitor, '/servers');
      const scroller = page.locator('.table-scroll');
      const name = page.locator('tr', { hasText: 'frontend-web-node-1' }).locator('[data-name]');
      const before = await name.boundingBox();
      const moved = await scroller.evaluate((element) => {
        element.scrollLeft = element.scrollWidth;
        return element.scrollLeft;
      });
      expect(moved).toBeGreaterThan(0);
      const after = await name.boundingBox();
      expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(10);
      expect(await sideScroll(page)).toEqual([]);
    }),
  );

  it('can be sorted and fully selected when its rows are cards', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, root);
      await page.setViewportSize({ width: 640, height: 800 });
      await openScreen(visitor, '/servers');
      await expect
        .poll(() =>
          page
            .locator('tbody tr')
            .first()
            .evaluate((row) => getComputedStyle(row).display),
        )
        .toBe('grid');
      await page.getByRole('button', { name: 'Name', exact: true }).click();
      await page.waitForURL(/sorting=/);
      await page.getByLabel('Select all on this page').check();
      await page.locator('.selection-bar').waitFor();
    }));
});
