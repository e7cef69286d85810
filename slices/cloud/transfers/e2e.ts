import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, signInVisitor } from '../../../e2e/steps.ts';

describe('transferring a server in the browser', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness();
  });
  afterAll(() => harness?.close());

  it('one user offers a server, and the other sees its price and accepts it', async () => {
    const sender = await harness.app.signInAs('user');
    const receiver = await harness.app.signInAs('user', { email: 'noa@example.test' });
    const serverId = await createServer(sender);
    await withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, sender);
      await openScreen(visitor, `/servers/${serverId}`);
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Transfer' }).click();
      await page.getByLabel('Recipient’s email').fill('noa@example.test');
      await page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }).click();
      await expectToast(page, 'noa@example.test');
    });
    await withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, receiver);
      await openScreen(visitor, '/transfers');
      await page.locator('tbody tr').filter({ hasText: '$' }).first().waitFor();
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Accept' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
      await expectToast(page, 'is now yours');
    });
    expect((await receiver.get(`/servers/${serverId}`)).status).toBe(200);
    expect((await sender.get(`/servers/${serverId}`)).status).toBe(404);
  });
});
