import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { asVisitor, type Harness, openHarness } from '../../../e2e/portal.ts';
import { enterAs, openScreen } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

let harness: Harness;
let owner: TestClient;
let serverId: string;
beforeAll(async () => {
  harness = await openHarness();
  owner = await harness.app.signInAs('user');
  serverId = await createServer(owner);
});
afterAll(() => harness?.close());

/** Shorter than the list's automatic refresh interval. */
const withinMs = 10_000;

it('changes between reading a list and opening its live stream appear once the stream is open', () =>
  asVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await enterAs(visitor, owner);
    let letThrough = (): void => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    let asked = 0;
    await page.route('**/svc/events*', async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    await openScreen(visitor, '/servers');
    await page.locator('tbody tr').first().waitFor();
    await expect.poll(() => asked).toBe(1);
    expect(
      (await owner.put(`/servers/${serverId}/name`, { name: 'renamed-in-between' })).status,
    ).toBe(200);
    await page.waitForTimeout(300);
    expect(await page.getByText('renamed-in-between').count()).toBe(0);
    letThrough();
    await page.getByText('renamed-in-between').first().waitFor({ timeout: withinMs });
  }));
