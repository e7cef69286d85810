import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { skipReason } from '../../../drivers/compute/testing/tinyGuest.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import { tinyImageOnly } from '../../../server/testing/guestImageBuilders.ts';

const skipped = skipReason();
const guestMs = 60_000;

/** The text the terminal shows now. */
const terminal = (page: Page) => page.locator('.xterm-rows');
const waitForText = (page: Page, content: string | RegExp) =>
  terminal(page).filter({ hasText: content }).waitFor({ timeout: guestMs });

async function type(page: Page, line: string): Promise<void> {
  await page.locator('.xterm-helper-textarea').focus();
  await page.keyboard.type(`${line}\n`, { delay: 15 });
}

/** Presses an action in the page header and confirms it if it has a confirmation. */
async function press(page: Page, verb: string, confirm?: string): Promise<void> {
  await page.locator('.page-actions').getByRole('button', { name: verb, exact: true }).click();
  if (confirm)
    await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
}

/** Checks that the dialog shows the cost, then confirms. */
async function confirmCost(page: Page, confirm: string, cost: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('.added-cost').filter({ hasText: cost }).waitFor();
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}

const waitForPowerState = (page: Page, status: string) =>
  page.locator('.page-detail .badge').filter({ hasText: status }).waitFor({ timeout: guestMs });
/** Waits until no task is running on the server. */
const isIdle = (page: Page) =>
  page
    .locator('.notice [data-part="detail-task"]')
    .waitFor({ state: 'detached', timeout: guestMs });

describe.skipIf(skipped)(
  `a real server in the browser${skipped ? ` (skipped: ${skipped})` : ''}`,
  () => {
    let harness: Harness;
    beforeAll(async () => {
      // On bridged engines, servers add and remove network interfaces on the browser's machine, and
      // each change aborts the browser's current requests.
      harness = await openHarness(
        { engine: 'auto', network: 'user' },
        { kind: 'chromium', ports: tinyImageOnly },
      );
      const images = async () =>
        (
          await harness.app.root.get<{ images: { readyIn: string[] }[] }>('/servers/create/options')
        ).body.images.filter((image) => image.readyIn.length > 0);
      await vi.waitFor(async () => expect(await images()).not.toEqual([]), {
        timeout: 110_000,
        interval: 500,
      });
    });
    afterAll(() => harness?.close());

    it('is created in three clicks, shown on its console, reverted to a snapshot, resized, terminated, restored and terminated', () =>
      withVisitor(harness, {}, async (visitor) => {
        const { page } = visitor;
        await signInVisitor(visitor, harness.app.root);
        await openScreen(visitor, '/servers');
        await page
          .getByRole('link', { name: /create/i })
          .last()
          .click();
        const create = page
          .locator('main')
          .getByRole('button', { name: 'Create server', exact: true });
        await create.first().waitFor();
        const password = await page.getByLabel(/^Password for/).inputValue();
        expect(password).toMatch(/^\S{12,}$/);
        await create.first().click();
        await page.waitForURL(/\/servers\/[0-9a-f-]{36}/);
        const address = new URL(page.url()).pathname;

        await page.goto(`${address}/connect`);
        await waitForText(page, 'login:');
        await type(page, 'tiny');
        await waitForText(page, 'Password:');
        await type(page, password);
        await waitForText(page, /[$#] $|[$#]\s/);
        await type(page, 'cd; echo first > note; sync; cat note');
        await waitForText(page, 'first');

        await page.goto(`${address}/snapshot`);
        await page.getByRole('button', { name: 'Create snapshot' }).click();
        await page.getByRole('button', { name: 'Restore' }).waitFor({ timeout: guestMs });
        await isIdle(page);

        await page.goto(`${address}/connect`);
        await page.getByText('Connected').first().waitFor();
        await type(page, 'echo second > note; sync; cat note');
        await waitForText(page, 'second');
        await page.goto(`${address}/snapshot`);
        await page.getByRole('button', { name: 'Restore' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
        await page.locator('.toast').first().waitFor();
        await isIdle(page);
        await page.goto(`${address}/connect`);
        await page.getByText('Connected').first().waitFor();
        await type(page, 'echo it says $(cat note)');
        await waitForText(page, 'it says first');

        await press(page, 'Stop', 'Stop');
        await waitForPowerState(page, 'Off');
        await isIdle(page);
        await page.goto(`${address}/configure`);
        await page.getByRole('combobox', { name: /^Memory/ }).selectOption('2048');
        await page.getByRole('button', { name: 'Apply' }).first().click();
        await page
          .locator('[data-part="detail-choices"]')
          .getByRole('button', { name: 'Apply' })
          .waitFor({ state: 'detached', timeout: guestMs });
        await isIdle(page);
        await press(page, 'Start');
        await confirmCost(page, 'Start', /Adds \$[\d.]+ per hour/);
        await waitForPowerState(page, 'On');
        await page.goto(address);
        await page.getByText('2 GB').first().waitFor();
        await page.getByText('Month to date').waitFor();

        await page.getByRole('button', { name: /^Actions for/ }).click();
        await page.getByRole('menuitem', { name: /Terminate/ }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /Terminate/ })
          .click();
        await waitForPowerState(page, 'In Trash');
        await press(page, 'Restore');
        await confirmCost(page, 'Restore', /While running: Adds \$[\d.]+ per hour/);
        await waitForPowerState(page, 'Off');
        await isIdle(page);
        await page.getByRole('button', { name: /^Actions for/ }).click();
        await page.getByRole('menuitem', { name: /Terminate/ }).click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /Terminate/ })
          .click();
        await waitForPowerState(page, 'In Trash');
      }));

    it('is created on a phone in Hebrew, and its screen appears in the browser', () =>
      withVisitor(harness, { device: 'phone', language: 'he' }, async (visitor) => {
        const { page } = visitor;
        await signInVisitor(visitor, harness.app.root);
        await openScreen(visitor, '/serverCreate');
        await page.locator('main').getByRole('button', { name: 'יצירת שרת' }).last().click();
        await page.waitForURL(/\/servers\/[0-9a-f-]{36}/);
        await page.goto(`${new URL(page.url()).pathname}/connect`);
        await page.getByText('מסך', { exact: true }).last().click();
        await page.locator('[data-part="console-screen"] canvas').waitFor({ timeout: guestMs });
        await page
          .locator('[data-part="console-bar"]')
          .getByText('מחובר')
          .waitFor({ timeout: guestMs });
      }));
  },
);
