import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../e2e/createServer.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectText, openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { rollUp } from './server/readings/rollUp.ts';

describe('server statistics in the browser', () => {
  let harness: Harness;
  let owner: TestClient;
  let serverId: string;

  beforeAll(async () => {
    harness = await openHarness();
    owner = await harness.app.signInAs('user');
    serverId = await createServer(owner);
    const { db } = harness.app.portal.services.database;
    // Makes the server old enough for the data inserted here.
    await sql`update server set created_at = now() - interval '27 hours' where id = ${serverId}`.execute(
      db,
    );
    // A day of five-minute steps, with a peak that is visible only in the shaded area.
    await sql`
      insert into server_sample_5m (server_id, at, samples, cpu_percent, cpu_percent_min, cpu_percent_max, memory_used_mb, memory_total_mb, sent_bytes, received_total, sent_total)
      select ${serverId}, at, 10, 20, 10, 97, 512, 1024, 1000, 300000, 300000
      from generate_series(date_bin('1 hour', now(), 'epoch') - interval '26 hours', date_bin('5 minutes', now(), 'epoch') - interval '5 minutes', '5 minutes') at`.execute(
      db,
    );
    await sql`insert into server_sample_level (level, done_until) values ('5m', date_bin('5 minutes', now(), 'epoch')) on conflict (level) do update set done_until = excluded.done_until`.execute(
      db,
    );
    await rollUp({ db });
  });
  afterAll(() => harness?.close());

  it('are drawn as charts, zoomed with the pointer and keyboard, and shown as a table and for one disk only', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/statistics`);
      const cpu = page.getByRole('group', { name: 'CPU' });
      await cpu.locator('canvas').waitFor();
      await cpu.focus();
      await page.keyboard.press('ArrowLeft');
      await expectText(cpu.locator('xpath=..').getByRole('status'), /average 20% \(10% to 97%\)/);
      const over = cpu.locator('.u-over');
      const box = await over.boundingBox();
      if (!box) throw new Error('The chart has no place to draw on.');
      await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Reset zoom' }).click();
      await page.getByRole('button', { name: 'Table' }).click();
      await page.getByRole('cell', { name: '20% (10% to 97%)' }).first().waitFor();
      const csv = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
      expect((await owner.get((csv ?? '').replace('/svc', ''))).text).toContain(
        'cpuPercent highest',
      );
      await page.getByLabel('Show').selectOption({ label: 'Disk 1 (20 GB)' });
      await page
        .getByText('No data for this period')
        .or(page.getByRole('columnheader', { name: 'Disk, read' }))
        .first()
        .waitFor();
    }));

  it('of a new server show the last hour and a message that metrics start soon', () =>
    withVisitor(harness, {}, async (visitor) => {
      const { page } = visitor;
      const newServer = await createServer(owner);
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${newServer}/statistics`);
      await page
        .getByText('No data yet')
        .or(page.locator('[data-part="chart"] canvas'))
        .first()
        .waitFor();
      await expect.poll(() => page.getByRole('radio', { name: '1 hour' }).isChecked()).toBe(true);
      expect(await sideScroll(page)).toEqual([]);
    }));

  it('of a month are shown on the reports tab with the cost, also on a phone in Hebrew, without overflow', () =>
    withVisitor(harness, { device: 'phone', language: 'he', scheme: 'dark' }, async (visitor) => {
      const { page } = visitor;
      await signInVisitor(visitor, owner);
      await openScreen(visitor, `/servers/${serverId}/reports`);
      await page.getByText('שעות פעילות').first().waitFor();
      await page.getByText('פירוט העלות').waitFor();
      expect(await sideScroll(page)).toEqual([]);
      await openScreen(visitor, `/servers/${serverId}/statistics`);
      await page.locator('[data-part="chart"] canvas').first().waitFor();
      expect(await sideScroll(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 700 });
      await expect.poll(() => sideScroll(page)).toEqual([]);
    }));
});
