import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

/** Returns the font size in px, rounded to one decimal place. */
const typeOf = (locator: Locator): Promise<number> =>
  locator
    .first()
    .evaluate(
      (element) => Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 10) / 10,
    );
const scaleToFontSize = (px: number, fontSize: number): number =>
  Math.round(((px * fontSize) / 14) * 10) / 10;

async function publish(fontSize: number): Promise<void> {
  const { body } = await harness.app.root.get<{ items: { siteHost: string }[] }>('/sites');
  const site = `/sites/${body.items[0]?.siteHost}`;
  const { look } = (await harness.app.root.get<{ look: object }>(`${site}/look`)).body;
  expect(
    (await harness.app.root.post(`${site}/look`, { look: { ...look, fontSize }, note: '' })).status,
  ).toBe(200);
}

it.each([12, 14, 18, 20])(
  'a site’s font size of %i px applies to body text, and everything else scales with it',
  async (fontSize) => {
    await publish(fontSize);
    await withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await page.goto('/login');
      await page.locator('.public h1').waitFor();
      expect({
        body: await typeOf(page.locator('.public')),
        field: await typeOf(page.locator('.public input')),
        label: await typeOf(page.locator('.public-label')),
        heading: await typeOf(page.locator('.public h1')),
        button: await typeOf(page.locator('.public-submit')),
      }).toEqual({
        ...{ body: fontSize, field: fontSize, button: fontSize },
        label: scaleToFontSize(13, fontSize),
        heading: scaleToFontSize(22, fontSize),
      });
      await signInVisitor(visitor, harness.app.root);
      await openScreen(visitor, '/users');
      expect({
        body: await typeOf(page.locator('.layout')),
        cell: await typeOf(page.locator('.data-table td:not([data-name])')),
        columnHead: await typeOf(page.locator('.data-table th')),
        entry: await typeOf(page.locator('.navigation a')),
        heading: await typeOf(page.locator('h1')),
      }).toEqual({
        ...{ body: fontSize, cell: fontSize, entry: fontSize },
        columnHead: scaleToFontSize(12, fontSize),
        heading: scaleToFontSize(22, fontSize),
      });
    });
  },
);
