import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Visitor } from '../../../e2e/browser.ts';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

interface Effort {
  clicks: number;
  typed: number;
}

/** Counts user effort: clicks and filled fields, over all pages. */
const trackEffort = (page: Page) =>
  page.addInitScript(() => {
    const storageKey = 'effort';
    const read = () =>
      JSON.parse(sessionStorage.getItem(storageKey) ?? '{"clicks":0,"typed":0}') as Effort;
    const add = (counter: keyof Effort) => {
      const effort = read();
      sessionStorage.setItem(
        storageKey,
        JSON.stringify({ ...effort, [counter]: effort[counter] + 1 }),
      );
    };
    document.addEventListener('pointerdown', (event) => event.isTrusted && add('clicks'), true);
    document.addEventListener(
      'change',
      (event) => event.isTrusted && event.target instanceof HTMLInputElement && add('typed'),
      true,
    );
  });
const effortOf = (page: Page) =>
  page.evaluate(() => {
    const effort = sessionStorage.getItem('effort') ?? '{"clicks":0,"typed":0}';
    sessionStorage.removeItem('effort');
    return JSON.parse(effort) as Effort;
  });

describe('when signed in, starting from the server list', () => {
  let harness: Harness;
  let owner: TestClient;
  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    await createServer(owner);
  });
  afterAll(() => harness?.close());

  /** Runs a scenario on the server list and returns its effort. */
  const measureEffort = async (
    work: (page: Page, visitor: Visitor) => Promise<void>,
  ): Promise<Effort> => {
    let effort: Effort = { clicks: Number.NaN, typed: Number.NaN };
    await withVisitor(harness, {}, async (visitor) => {
      await trackEffort(visitor.page);
      await signInVisitor(visitor, owner);
      await openScreen(visitor, '/servers');
      await visitor.page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .waitFor();
      await effortOf(visitor.page);
      await work(visitor.page, visitor);
      effort = await effortOf(visitor.page);
    });
    return effort;
  };
  const choose = async (page: Page, action: string) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  it('creating a server takes at most three clicks and no typing', async () => {
    const effort = await measureEffort(async (page) => {
      await page.locator('main').getByRole('link', { name: 'Create server' }).click();
      await page
        .locator('main')
        .getByRole('button', { name: 'Create server', exact: true })
        .first()
        .click();
      await page.waitForURL(/\/servers\/[0-9a-f-]{36}/);
    });
    expect(effort.clicks).toBeLessThanOrEqual(3);
    expect(effort.typed).toBe(0);
  });

  it('opening a server’s console takes one click', async () => {
    const effort = await measureEffort(async (page) => {
      await page
        .locator('main')
        .getByRole('link', { name: /console/i })
        .first()
        .click();
      await page.getByText('Connected').first().waitFor();
    });
    expect(effort).toEqual({ clicks: 1, typed: 0 });
  });

  it('resizing a server takes three clicks and no typing', async () => {
    const effort = await measureEffort(async (page) => {
      await choose(page, 'Resize');
      await page.getByRole('dialog').getByRole('button', { name: 'Resize' }).click();
      await page.locator('.toast').first().waitFor();
    });
    expect(effort.clicks).toBeLessThanOrEqual(3);
    expect(effort.typed).toBe(0);
  });

  it('creating a snapshot takes two clicks and no typing', async () => {
    const effort = await measureEffort(async (page) => {
      await choose(page, 'Create snapshot');
      await page.locator('.toast').first().waitFor();
    });
    expect(effort).toEqual({ clicks: 2, typed: 0 });
  });

  it('disconnecting a network interface can be undone with one click, even while its task is running', async () => {
    const { items } = (await owner.get<{ items: { id: string }[] }>('/servers')).body;
    const nics = async () =>
      (await owner.get<{ nics: { isConnected: boolean }[] }>(`/servers/${items[0]?.id}`)).body.nics;
    const effort = await measureEffort(async (page, visitor) => {
      await openScreen(visitor, `/servers/${items[0]?.id}/networks`);
      await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      await effortOf(page);
      await undo.click();
      await page.getByText('Change undone').waitFor();
      await expect
        .poll(async () => (await nics()).map(({ isConnected }) => isConnected), { timeout: 30_000 })
        .toEqual([true]);
      await page.getByRole('button', { name: 'Disconnect', exact: true }).waitFor();
    });
    expect(effort).toEqual({ clicks: 1, typed: 0 });
  });

  it('locking and unlocking a server can each be undone with one click', async () => {
    const { items } = (await owner.get<{ items: { id: string }[] }>('/servers')).body;
    const reason = async () =>
      (await owner.get<{ lock: { reason: string } | null }>(`/servers/${items[0]?.id}`)).body.lock
        ?.reason;
    await owner.put(`/servers/${items[0]?.id}/lock`, { reason: 'Payroll runs here' });
    const effort = await measureEffort(async (page, visitor) => {
      await openScreen(visitor, `/servers/${items[0]?.id}/configure`);
      await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      expect(await reason()).toBeUndefined();
      await effortOf(page);
      await undo.click();
      await expect.poll(reason).toBe('Payroll runs here');
    });
    expect(effort).toEqual({ clicks: 1, typed: 0 });
    await owner.delete(`/servers/${items[0]?.id}/lock`);
  });

  it('a termination can be undone with one click', async () => {
    const effort = await measureEffort(async (page) => {
      await choose(page, 'Terminate');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Terminate/ })
        .click();
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.waitFor();
      await effortOf(page);
      await undo.click();
      const states = async () => {
        const { items } = (
          await owner.get<{ items: { status: string; power: string }[] }>('/servers')
        ).body;
        return items.map(({ status, power }) => `${status} ${power}`);
      };
      await expect.poll(states, { timeout: 30_000 }).toEqual(['ready on', 'ready on']);
    });
    expect(effort).toEqual({ clicks: 1, typed: 0 });
  });
});
