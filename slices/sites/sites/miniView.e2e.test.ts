import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import {
  expectToast,
  openScreen,
  screenIsReady,
  sideScroll,
  signInVisitor,
} from '../../../e2e/steps.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());

const menuOf = (page: Page): Locator => page.locator('.layout-side .navigation');
const widthOf = async (locator: Locator): Promise<number> =>
  (await locator.boundingBox())?.width ?? 0;
const opacityOf = (label: Locator): Promise<string> =>
  label.evaluate((element) => getComputedStyle(element).opacity);

it('the mini view shows an icon menu, with labels on hover and keyboard focus that are read aloud', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, harness.app.root);
    const { body } = await harness.app.root.get<{ items: { siteHost: string }[] }>('/sites');
    const screen = `/sites/${body.items[0]?.siteHost}/UISettings`;
    await openScreen(visitor, screen);
    const full = await widthOf(page.locator('.layout-side'));
    expect(full).toBeGreaterThan(180);
    await page.getByLabel('Menu', { exact: true }).and(page.locator('select')).selectOption('Mini');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, /Version \d+ published/);

    await openScreen(visitor, '/users');
    await expect.poll(() => page.locator('html').getAttribute('data-view')).toBe('mini');
    await expect.poll(() => widthOf(page.locator('.layout-side'))).toBeLessThanOrEqual(64);
    const users = menuOf(page).getByRole('link', { name: 'Users', exact: true });
    const groups = menuOf(page).getByRole('link', { name: 'Groups', exact: true });
    await expect.poll(() => users.getAttribute('aria-current')).toBe('page');
    await expect.poll(() => opacityOf(groups.locator('span'))).toBe('0');
    await groups.hover();
    await expect.poll(() => opacityOf(groups.locator('span'))).toBe('1');
    const label = await groups.locator('span').boundingBox();
    const icon = await groups.boundingBox();
    // The label is next to the icon, vertically aligned with it, and within the page.
    expect(label?.x).toBeGreaterThanOrEqual(60);
    expect(
      Math.abs(
        (label?.y ?? 0) + (label?.height ?? 0) / 2 - ((icon?.y ?? 0) + (icon?.height ?? 0) / 2),
      ),
    ).toBeLessThan(8);
    await page.mouse.move(700, 400);
    await expect.poll(() => opacityOf(groups.locator('span'))).toBe('0');
    await users.focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => opacityOf(groups.locator('span'))).toBe('1');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/groups');
    await screenIsReady(page);
    expect(await sideScroll(page)).toEqual([]);
  }));

it('the sign-in response contains it with the colors, named as in the specification', async () => {
  const client = await harness.app.signInAs('user');
  const { body } = await client.get('/user');
  expect(body).toMatchObject({
    isMiniViewEnabled: true,
    miniViewColors: { primary: expect.stringMatching(/^#/), tag: expect.stringMatching(/^#/) },
  });
});

it('in Hebrew the icons and their labels are on the opposite side', () =>
  withVisitor(harness, { language: 'he' }, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, '/users');
    const side = await page.locator('.layout-side').boundingBox();
    expect((side?.x ?? 0) + (side?.width ?? 0)).toBeGreaterThan(1400);
    const groups = menuOf(page).getByRole('link', { name: 'קבוצות', exact: true });
    await groups.hover();
    await expect.poll(() => opacityOf(groups.locator('span'))).toBe('1');
    const label = await groups.locator('span').boundingBox();
    expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual(1440 - 60);
    expect(await sideScroll(page)).toEqual([]);
  }));

it('a phone shows the menu with labels as before', () =>
  withVisitor(harness, { device: 'phone' }, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, '/users');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const groups = page.getByRole('dialog').getByRole('link', { name: 'Groups', exact: true });
    await groups.waitFor();
    await expect.poll(() => opacityOf(groups.locator('span'))).toBe('1');
    await expect.poll(() => widthOf(groups)).toBeGreaterThan(150);
  }));

it('restoring the previous theme restores the labels', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { body } = await harness.app.root.get<{ items: { siteHost: string }[] }>('/sites');
    const path = `/sites/${body.items[0]?.siteHost}/look`;
    const { look } = (await harness.app.root.get<{ look: Record<string, unknown> }>(path)).body;
    expect(
      (await harness.app.root.post(path, { look: { ...look, viewMode: 'Full' }, note: '' })).status,
    ).toBe(200);
    await signInVisitor(visitor, harness.app.root);
    await openScreen(visitor, '/users');
    const groups = menuOf(visitor.page).getByRole('link', { name: 'Groups', exact: true });
    await expect.poll(() => opacityOf(groups.locator('span'))).toBe('1');
    await expect.poll(() => widthOf(visitor.page.locator('.layout-side'))).toBeGreaterThan(180);
  }));
