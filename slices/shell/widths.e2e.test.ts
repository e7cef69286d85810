import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visitor } from '../../e2e/browser.ts';
import { openFilledHarness } from '../../e2e/filledHarness.ts';
import { asVisitor, type Harness } from '../../e2e/portal.ts';
import { screenPaths, withoutRepeats } from '../../e2e/screens.ts';
import { enterAs, followTo, openScreen, sideScroll } from '../../e2e/steps.ts';
import type { TestClient } from '../../server/testing/client.ts';

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
    await followTo(visitor, path);
    found.push(...(await sideScroll(visitor.page)).map((problem) => `${path}: ${problem}`));
  }
  return found;
}

describe('no page is wider than its window', () => {
  it.each([1024, 768, 320])('of %i px', async (width) => {
    const paths = withoutRepeats(await screenPaths(root));
    await asVisitor(harness, {}, async (visitor) => {
      visitor.expectComplaint(/status of 404/);
      await enterAs(visitor, root);
      expect(await wideScreens(visitor, paths, width)).toEqual([]);
    });
  });
});

describe('the server list', () => {
  it.each([1440, 1024, 768, 390])(
    'shows the full name in one line, the price and the actions at %i px',
    (width) =>
      asVisitor(harness, {}, async (visitor) => {
        const { page } = visitor;
        await enterAs(visitor, root);
        await page.setViewportSize({ width, height: 800 });
        await openScreen(visitor, '/servers');
        const row = page.locator('tr', { hasText: 'frontend-web-node-1' });
        const name = await row
          .locator('.server-name')
          .evaluate((link) => [link.getClientRects().length, link.scrollWidth - link.clientWidth]);
        expect(name).toEqual([1, 0]);
        const right = async (part: string): Promise<number> => {
          const box = await row.locator(part).boundingBox();
          return (box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY);
        };
        expect(await right('[data-title="This month"]')).toBeLessThanOrEqual(width);
        expect(await right('.cell-actions button')).toBeLessThanOrEqual(width);
      }),
  );

  it('can be sorted and fully selected when its rows are cards', () =>
    asVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await enterAs(visitor, root);
      await page.setViewportSize({ width: 768, height: 800 });
      await openScreen(visitor, '/servers');
      await page.locator('.data-table[data-cards]').waitFor();
      await page.getByRole('button', { name: 'Name', exact: true }).click();
      await page.waitForURL(/sorting=/);
      await page.getByLabel('Select all on this page').check();
      await page.locator('.selection-bar').waitFor();
    }));
});
