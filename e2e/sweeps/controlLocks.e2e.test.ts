import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../server/testing/client.ts';
import { createServer } from '../createServer.ts';
import { type Harness, openHarness, withVisitor } from '../harness.ts';
import { openScreen, signInVisitor } from '../steps.ts';

describe('a button clicked twice', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;
  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
  });
  afterAll(() => harness?.close());

  it('is submitted once, is disabled meanwhile, and never shows success and failure together', async () => {
    await withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/backup`);
      const sent: string[] = [];
      let answer: () => void = () => undefined;
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/svc/**', async (route) => {
        const request = route.request();
        // The price preview also uses POST, but changes nothing.
        if (request.method() !== 'PUT') return route.continue();
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
        await isAnswered;
        return route.continue();
      });
      const button = page.getByRole('button', { name: 'Turn on' }).first();
      await button.dblclick();
      await button.and(page.locator('[aria-busy="true"]')).waitFor();
      await button.press('Enter');
      answer();
      await page.locator('.toast').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      expect(sent).toEqual([`PUT /svc/servers/${serverId}/backup`]);
      expect(await page.locator('.toast-error').count()).toBe(0);
      expect(await page.locator('.toast').count()).toBe(1);
    });
  });
});
