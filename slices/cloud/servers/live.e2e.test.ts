import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
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
const timeoutMs = 10_000;

it('changes between reading a list and opening its live stream appear once the stream is open', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, owner);
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let requestCount = 0;
    await page.route('**/svc/events*', async (route) => {
      requestCount += 1;
      await released;
      await route.continue();
    });
    await openScreen(visitor, '/servers');
    await page.locator('tbody tr').first().waitFor();
    await expect.poll(() => requestCount).toBe(1);
    expect(
      (await owner.put(`/servers/${serverId}/name`, { name: 'renamed-in-between' })).status,
    ).toBe(200);
    await page.waitForTimeout(300);
    expect(await page.getByText('renamed-in-between').count()).toBe(0);
    release();
    await page.getByText('renamed-in-between').first().waitFor({ timeout: timeoutMs });
  }));
