import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import {
  expectText,
  expectToast,
  openScreen,
  sideScroll,
  signInVisitor,
} from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';

describe('alerts, in the browser', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;

  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
  });
  afterAll(() => harness?.close());

  it('an alert is created on a server’s statistics, fires, is acknowledged, tested and deleted', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      const { db } = harness.app.portal.services.database;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/statistics`);
      await page.getByRole('button', { name: 'Create alert' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Metric').selectOption({ label: 'Server is on' });
      await dialog.getByLabel('Duration in minutes').fill('0');
      visitor.expectComplaint(/400.*\/svc\/alerts/);
      await dialog.getByLabel('Webhook URL').fill('https://127.0.0.1/hook');
      await dialog.getByRole('button', { name: 'Create alert' }).click();
      await expectText(dialog, 'The address isn’t on the public internet.');
      await dialog.getByLabel('Webhook URL').fill('');
      await dialog.getByLabel('Name').fill('It runs');
      await dialog.getByRole('button', { name: 'Create alert' }).click();
      await expectToast(page, 'Alert It runs created');
      const alertState = async () => {
        await sql`update chore set due_at = now() where name = 'alerts.evaluate'`.execute(db);
        return (await owner.get<{ items: { state: string }[] }>('/alerts')).body.items[0]?.state;
      };
      await expect.poll(alertState, { timeout: 20_000, interval: 300 }).toBe('firing');
      await openScreen(visitor, '/alerts');
      await page.getByRole('link', { name: 'It runs' }).click();
      await page.getByRole('heading', { name: 'It runs' }).waitFor();
      await page
        .locator('[data-part="alert-list"]')
        .getByRole('button', { name: 'Acknowledge' })
        .click();
      await expectToast(page, 'Acknowledged');
      await page.getByRole('button', { name: 'Send test' }).click();
      await expectToast(page, 'Sending test…');
      for (const status of ['Firing', 'Acknowledged', 'Test'])
        await page
          .locator('[data-part="alert-list"] li')
          .filter({ hasText: status })
          .first()
          .waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'It runs deleted');
      await page.waitForURL('**/alerts');
    }));

  it('alerts fit on a phone in Hebrew and dark mode without overflow', () =>
    withVisitor(harness, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
      const { page } = visitor;
      const { body } = await owner.post<{ id: string }>('/alerts', {
        ...{
          name: 'A name that goes on for rather a long time, longer than a phone is wide',
          metric: 'sentBytesPerSecond',
          threshold: 5e6,
          clearAt: 1e6,
        },
        ...{
          serverId,
          webhookUrl: 'https://hooks.example.com/a/rather/long/address/that/has/no/place/to/break',
        },
      });
      await signInVisitor(visitor, owner);
      for (const path of ['/alerts', `/alerts/${body.id}`, `/servers/${serverId}/statistics`]) {
        await openScreen(visitor, path);
        await page.getByText('A name that goes on').first().waitFor();
        expect(await sideScroll(page), path).toEqual([]);
      }
    }));
});
