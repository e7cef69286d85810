import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../createServer.ts';
import { type Harness, openHarness, withVisitor } from '../harness.ts';
import { openScreen, sideScroll, signInVisitor } from '../steps.ts';

/** The maximum length of a name, without a place to break the line. */
const longest = `a${'mnmwmnmw'.repeat(7)}endend`;

/** Returns text that overflows the window or its dialog. */
const findClippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canScroll = (inner: Element, frame: Element): boolean => {
      for (let outer = inner.parentElement; outer && outer !== frame; outer = outer.parentElement)
        if (/auto|scroll/.test(getComputedStyle(outer).overflowX)) return true;
      return false;
    };
    return [...document.querySelectorAll('[role="dialog"], main')].flatMap((frame) => {
      const frameBounds = frame.getBoundingClientRect();
      return [...frame.querySelectorAll('*')]
        .filter((element) => element.children.length === 0 && !canScroll(element, frame))
        .filter(
          (element) =>
            element.getClientRects().length > 0 &&
            element.getBoundingClientRect().right > frameBounds.right + 1,
        )
        .map((element) => `${element.tagName} ${element.textContent?.slice(0, 30)}`);
    });
  });

describe('names of 63 characters', () => {
  let harness: Harness;
  let serverId: string;
  beforeAll(async () => {
    harness = await openHarness();
    const { root } = harness.app;
    serverId = await createServer(root, longest);
    await root.post('/groups', { name: longest, description: '' });
    await root.post('/firewall/groups', { name: longest, description: '' });
    await root.post('/budgets', {
      name: longest,
      amount: '10',
      thresholds: [{ basis: 'actual', percent: 80, blocks: false, powersOff: false }],
    });
    await root.post('/apikeys', { name: longest, type: 'external' });
  });
  afterAll(() => harness?.close());

  it.each(['en', 'he'] as const)(
    'fit on a phone, in lists, details, dialogs and the task queue: %s',
    async (language) => {
      expect(longest).toHaveLength(63);
      await withVisitor(harness, { device: 'phone', language }, async (visitor) => {
        const { page } = visitor;
        await signInVisitor(visitor, await harness.app.signInAs('root'));
        const found: string[] = [];
        const checkOverflow = async (screenName: string) =>
          found.push(
            ...[...(await sideScroll(page)), ...(await findClippedText(page))].map(
              (problem) => `${screenName}: ${problem}`,
            ),
          );
        const tabs = ['', '/networks', '/configure', '/firewall', '/schedule'].map(
          (tab) => `/servers/${serverId}${tab}`,
        );
        for (const path of [
          '/servers',
          '/groups',
          '/firewall',
          '/budgets',
          '/keys',
          '/dashboard',
          ...tabs,
        ]) {
          await openScreen(visitor, path);
          await checkOverflow(path);
        }
        await openScreen(visitor, '/servers');
        await page.locator('.cell-actions button').first().click();
        await page.locator('.menu-danger').last().click();
        await page.getByRole('dialog').locator('.dialog-actions').waitFor();
        await checkOverflow('the dialog of termination');
        await page.keyboard.press('Escape');
        await page.locator('.topbar-tasks').click();
        await page.locator('[data-part="task"]').first().waitFor();
        await checkOverflow('the task queue');
        expect(found).toEqual([]);
      });
    },
  );
});
