import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { runJobsOnce } from '../../../server/testing/jobs.ts';

describe('server automation in the browser', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;

  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
  });
  afterAll(() => harness?.close());

  it('a server is turned off every evening by a schedule, which shows the next times, is run manually and deleted', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/schedule`);
      await page.getByRole('button', { name: 'Create schedule' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Action').selectOption({ label: 'Create snapshot' });
      await dialog.locator('.added-cost').waitFor();
      await dialog.getByLabel('Action').selectOption({ label: 'Stop' });
      await dialog.locator('.added-cost').waitFor({ state: 'hidden' });
      await dialog.getByLabel('Frequency').selectOption('daily');
      await dialog.locator('[data-part="schedule-next"] li').nth(4).waitFor();
      await dialog.getByLabel('Name').fill('Evening');
      await dialog.getByRole('button', { name: 'Create schedule' }).click();
      await expectToast(page, 'Schedule Evening created');
      await openScreen(visitor, '/schedules');
      await page.getByRole('button', { name: 'Actions for Evening' }).click();
      await page.getByRole('menuitem', { name: 'Run now' }).click();
      await expectToast(page, 'Running Evening…');
      const power = async () =>
        (await owner.get<{ power: string }>(`/servers/${serverId}`)).body.power;
      await expect.poll(power, { timeout: 20_000 }).toBe('off');
      // The list is rendered again after a run. The pointer must not stay on a tooltip that covers
      // the row.
      await page.mouse.move(5, 5);
      await page.getByRole('button', { name: 'Actions for Evening' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'Evening deleted');
    }));

  it('a failed schedule appears on the dashboard with a link until it is acknowledged', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      const { id } = (
        await owner.post<{ id: string }>('/schedules', {
          ...{
            name: 'Office opens',
            action: 'on',
            serverId,
            times: '0 7 * * 1-5',
            timeZone: 'Asia/Jerusalem',
          },
        })
      ).body;
      await sql`update schedule set next_at = now() - interval '2 hours' where id = ${id}`.execute(
        harness.app.portal.services.database.db,
      );
      const listProblems = async () => {
        await runJobsOnce(harness.app.portal, 'schedules.run');
        return (await owner.get<{ news: { id: string }[] }>('/dashboard')).body.news.map(
          (item) => item.id,
        );
      };
      await expect
        .poll(listProblems, { timeout: 20_000, interval: 300 })
        .toContain(`schedule.${id}`);
      await signInVisitor(visitor, owner);
      await openScreen(visitor, '/dashboard');
      await page.getByRole('link', { name: 'Schedule Office opens failed' }).click();
      await page.getByText('Missed because the portal wasn’t running').waitFor();
      await page.getByRole('button', { name: 'Actions for Office opens' }).click();
      await page.getByRole('menuitem', { name: 'Acknowledge' }).click();
      await expectToast(page, 'Failed run of Office opens acknowledged');
      await openScreen(visitor, '/dashboard');
      await page.getByRole('heading', { name: 'Servers' }).first().waitFor();
      expect(await page.getByText('Office opens').count()).toBe(0);
      expect((await owner.delete(`/schedules/${id}`)).status).toBe(200);
    }));

  it('nightly snapshots take one click, also on a phone in Hebrew, without overflow', () =>
    withVisitor(harness, { device: 'phone', language: 'he' }, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/snapshot`);
      // The cost of each snapshot is shown beside the button.
      const price = page.locator('.state .added-cost');
      await expect.poll(() => price.textContent(), { timeout: 15_000 }).not.toMatch(/^$|מחשב/);
      expect(await sideScroll(page)).toEqual([]);
      await page.getByRole('button', { name: 'מדי לילה, שמירת 7' }).click();
      await expectToast(page, 'תמונת מצב לילית');
      await page.locator('[data-part="schedule-card"]').first().waitFor();
      expect(await sideScroll(page)).toEqual([]);
    }));
});
