import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../e2e/createServer.ts';
import { asVisitor, openStage, type Stage } from '../../e2e/portal.ts';
import { enterAs, expectToast, openScreen } from '../../e2e/steps.ts';
import type { TestClient } from '../../server/testing/client.ts';

/** Presses as a person does, and counts; nothing here types. */
class Hand {
  clicks = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.first().click();
  }

  button(name: string | RegExp): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }
}

describe('from the list of servers, counted', () => {
  let stage: Stage;
  let owner: TestClient;

  beforeAll(async () => {
    stage = await openStage();
    owner = await stage.app.signInAs('user');
  });
  afterAll(() => stage?.close());

  const nameOf = async (id: string) => (await owner.get<{ name: string }>(`/servers/${id}`)).body.name;
  /** The list, with a hand that has pressed nothing yet. */
  async function atList(journey: (page: Page, hand: Hand) => Promise<void>): Promise<void> {
    await asVisitor(stage, {}, async (visitor) => {
      await enterAs(visitor, owner);
      await openScreen(visitor, '/servers');
      await journey(visitor.page, new Hand(visitor.page));
    });
  }
  const menuOf = (hand: Hand, name: string) => hand.button(`Actions for ${name}`);
  const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

  it('a server is created in at most 3 clicks and nothing typed', () =>
    atList(async (page, hand) => {
      await hand.press(page.getByRole('link', { name: 'Create server', exact: true }).last());
      const create = page.locator('main').getByRole('button', { name: 'Create server', exact: true });
      await hand.press(create);
      await page.waitForURL(/\/servers\/[0-9a-f-]{36}/);
      expect(hand.clicks).toBeLessThanOrEqual(3);
    }));

  it('its console opens in 1 click', async () => {
    const name = await nameOf(await createServer(owner));
    await atList(async (page, hand) => {
      await hand.press(page.getByRole('link', { name: `Console of ${name}` }));
      await page.waitForURL(/\/connect$/);
      expect(hand.clicks).toBe(1);
    });
  });

  it('it is resized while it runs in 3 clicks and nothing typed, its price before its eyes', async () => {
    const id = await createServer(owner);
    const name = await nameOf(id);
    await atList(async (page, hand) => {
      await hand.press(menuOf(hand, name));
      await hand.press(entry(page, 'Resize'));
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { checked: true }).waitFor();
      expect(await dialog.getByRole('radio', { checked: true }).textContent()).toMatch(/\$\d/);
      await hand.press(dialog.getByRole('button', { name: 'Resize', exact: true }));
      await expectToast(page, `Resizing ${name}`);
      expect(hand.clicks).toBe(3);
    });
    const size = async () => (await owner.get<{ ramMb: number; power: string }>(`/servers/${id}`)).body;
    await expect.poll(size, { timeout: 20_000 }).toMatchObject({ power: 'on', ramMb: expect.toSatisfy((mb: number) => mb > 1024) });
  });

  it('a snapshot is taken in 2 clicks and nothing typed', async () => {
    const id = await createServer(owner);
    const name = await nameOf(id);
    await atList(async (page, hand) => {
      await hand.press(menuOf(hand, name));
      await hand.press(entry(page, 'Take snapshot'));
      await expectToast(page, `Taking a snapshot of ${name}`);
      expect(hand.clicks).toBe(2);
    });
    const taken = async () =>
      (await owner.get<{ items: { state: string }[] }>(`/servers/${id}/snapshots`)).body.items.map(({ state }) => state);
    await expect.poll(taken, { timeout: 20_000 }).toEqual(['ready']);
  });

  it('a termination is undone in 1 click: the server is back, and on again', async () => {
    const id = await createServer(owner);
    const name = await nameOf(id);
    await atList(async (page, hand) => {
      await hand.press(menuOf(hand, name));
      await hand.press(entry(page, 'Terminate'));
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Terminate', exact: true }));
      await expectToast(page, `Terminating ${name}`);
      const before = hand.clicks;
      await hand.press(page.locator('.toast').getByRole('button', { name: 'Undo', exact: true }));
      const back = async () => (await owner.get<{ power: string; status: string }>(`/servers/${id}`)).body;
      await expect.poll(back, { timeout: 30_000 }).toMatchObject({ power: 'on', status: 'ready' });
      expect(hand.clicks - before).toBe(1);
    });
  });
});
