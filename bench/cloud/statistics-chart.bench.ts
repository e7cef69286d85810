import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/browser.ts';
import { type Database, openDatabase } from '../../server/platform/database/database.ts';
import { rollUp } from '../../slices/cloud/statistics/server/readings/rollUp.ts';
import { fillServers } from '../harness/fillServers.ts';
import { startBenchPortal } from '../harness/portal.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * A chart of one server over 30 days of readings every 30 seconds, without any deletion, in a table
 * that also contains the data of 200 other servers: the portal's response time, with as many steps
 * as a screen has pixels, and Chromium's time from the response to the painted charts.
 */
const days = 30;
const others = 200;
const rounds = 15;
const portal = await startBenchPortal();
const { userId } = portal.root;
await portal.restart({ CLOUDBERTH_ROLE: 'api' });
const database = openDatabase(portal.databaseUrl, () => undefined, { isWalled: false });
const { db } = database;
await fillServers(db, userId, 1);
const serverId = (await sql<{ id: string }>`select id from server`.execute(db)).rows[0]?.id ?? '';

/** Creates partitions for all days, then all readings of the server and its disk. */
async function fill(target: Database): Promise<void> {
  for (const table of ['server_sample', 'server_part_sample'])
    await sql`
      do $$ declare d date; begin
        for d in select generate_series((now() at time zone 'UTC')::date - ${sql.lit(days + 1)}, (now() at time zone 'UTC')::date + 1, '1 day')::date loop
          execute format('create table if not exists %I partition of %I for values from (%L) to (%L)', ${sql.lit(`${table}_`)} || to_char(d, 'YYYYMMDD'), ${sql.lit(table)}, d::text || ' 00:00+00', (d + 1)::text || ' 00:00+00');
        end loop;
      end $$`.execute(target);
  const moments = (from: string, step: string) =>
    sql`generate_series(date_bin(${step}::interval, now(), 'epoch') - ${from}::interval, now() - interval '5 seconds', ${step}::interval) as at`;
  await sql`
    insert into server_sample (server_id, at, cpu_percent, memory_used_mb, memory_total_mb, disk_read_bytes, disk_write_bytes, disk_read_ops, disk_write_ops, received_bytes, sent_bytes, received_total, sent_total)
    select ${serverId}, at, 50 + 40 * sin(extract(epoch from at) / 9000) + random() * 10, 300 + random() * 200, 1024, random() * 1e6, random() * 2e6, random() * 50, random() * 90, random() * 3e6, random() * 4e6, 1000, 1000
    from ${moments(`${days} days`, '30 seconds')}`.execute(target);
  await sql`
    insert into server_part_sample (server_id, part_id, at, read_bytes, write_bytes, read_ops, write_ops)
    select ${serverId}, d.id, at, random() * 1e6, random() * 2e6, random() * 50, random() * 90 from server_disk d, ${moments(`${days} days`, '30 seconds')} where d.server_id = ${serverId}`.execute(
    target,
  );
  await sql`delete from server_sample_level`.execute(target);
  await rollUp({ db: target });
  for (const [level, step] of [
    ['5m', '5 minutes'],
    ['1h', '1 hour'],
  ] as const)
    await sql`
      insert into ${sql.table(`server_sample_${level}`)} (server_id, at, samples, cpu_percent, cpu_percent_max, memory_used_mb, memory_total_mb)
      select other.id, at, 10, 1, 2, 300, 1024 from ${moments(level === '5m' ? '6 days' : `${days} days`, step)}, (select gen_random_uuid() as id from generate_series(1, ${others})) other
      on conflict do nothing`.execute(target);
  await sql`analyze`.execute(target);
}
await fill(db);
const sampleRow = await sql<{
  count: number;
}>`select count(*)::int as count from server_sample where server_id = ${serverId}`.execute(db);
await sql`insert into setting (site_id, id, value) select id, 'statistics.keepReadingsDays', '60' from site where parent_id is null`.execute(
  db,
);

const { body } = await portal.root.get<{ parts: { id: string }[] }>(
  `/servers/${serverId}/statistics?range=1h`,
);
const month = `from=${new Date(Date.now() - days * 86_400_000).toISOString()}`;
const paths = {
  'the server over 30 days, as the screen asks': 'statistics?range=30d&points=600',
  'the server over 30 days, 720 steps': 'statistics?range=30d&points=720',
  'the server over 30 days, 1,500 steps': `statistics?${month}&points=1500`,
  'its disk over 30 days, 1,500 steps': `statistics/${body.parts[0]?.id}?${month}&points=1500`,
  'the last 6 hours from every reading, 720 steps': `statistics?from=${new Date(Date.now() - 6 * 3_600_000).toISOString()}&points=1500`,
};
const times = Object.fromEntries(Object.keys(paths).map((name) => [name, [] as number[]]));
for (let round = 0; round < rounds; round++)
  for (const [name, path] of Object.entries(paths)) {
    const startedAt = performance.now();
    const answer = await portal.root.get(`/servers/${serverId}/${path}`);
    if (answer.status !== 200)
      throw new Error(`${path} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
    times[name]?.push(performance.now() - startedAt);
  }

/** From the end of the response to the frame after the last chart was drawn, in ms. */
async function paintTime(page: Page, range: string): Promise<number> {
  await page.evaluate(() => {
    performance.clearResourceTimings();
    const state = window as unknown as { painted?: number };
    delete state.painted;
    const charts = [...document.querySelectorAll('[data-part="chart"]')];
    const before = charts.map((chart) => chart.getAttribute('data-from'));
    const observer = new MutationObserver(() => {
      if (charts.some((chart, index) => chart.getAttribute('data-from') === before[index])) return;
      observer.disconnect();
      // After the frame in which the charts were drawn.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          state.painted = performance.now();
        }),
      );
    });
    observer.observe(document.querySelector('[data-part="charts"]') as Element, {
      attributes: true,
      subtree: true,
      attributeFilter: ['data-from'],
    });
  });
  await page.getByText(range, { exact: true }).click();
  await page.waitForFunction(
    () => (window as unknown as { painted?: number }).painted !== undefined,
  );
  return await page.evaluate(() => {
    const answered = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/statistics?')) as PerformanceResourceTiming[];
    const painted = (window as unknown as { painted: number }).painted;
    return painted - Math.max(...answered.map(({ responseEnd }) => responseEnd));
  });
}

const browser = await launchBrowser('chromium', 'dejavu');
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addCookies(
  portal.root.cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url: portal.address };
  }),
);
const page = await context.newPage();
const paints: number[] = [];
for (let round = 0; round < rounds; round++) {
  // Opened again, so that the response isn't cached.
  await page.goto(`${portal.address}/servers/${serverId}/statistics`);
  await page.locator('.chart canvas').nth(4).waitFor();
  paints.push(await paintTime(page, '30 days'));
}
await browser.close();
await database.close();
await portal.stop();
process.stdout.write(`${sampleRow.rows[0]?.count} readings of the server\n`);
reportMarks([
  ...Object.entries(times).map(([metric, values]) => ({
    what: `${metric}, median of ${rounds}`,
    value: median(values),
    unit: 'ms',
    kind: 'most' as const,
    limit: 60,
  })),
  {
    what: 'from the answer to five painted charts in Chromium, median',
    value: median(paints),
    unit: 'ms',
    kind: 'most',
    limit: 100,
  },
]);
