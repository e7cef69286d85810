import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeSettings } from '../../../../../server/platform/database/rowSecurity/scopedQuery.ts';
import { scopedDatabase } from '../../../../../server/platform/database/scoped.ts';
import { type Meter, startMeter } from '../testing/meter.ts';
import { spansOfMonth } from './rating.ts';

let meter: Meter;
beforeAll(async () => {
  meter = await startMeter();
  await fill();
});
afterAll(() => meter.close());

const subjectId = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';

/** Creates 200 servers with a span of one hour in each of 40 months. */
const fill = () =>
  sql`
  insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
  select 'server', md5(server::text)::uuid, 'web', ${meter.ownerId}, ${meter.siteId}, item.code, item.id, 1, 'hourly', starts, starts + interval '1 hour', starts
  from price_item item, generate_series(1, 200) server, generate_series(0, 39) month,
    lateral (select timestamptz '2026-06-02T00:00:00Z' - month * interval '1 month' as starts) as begins
  where item.code = 'cpu.D'`.execute(meter.handle.db);

test.each([
  ['owner_id', () => meter.ownerId],
  ['site_id', () => meter.siteId],
  ['subject_id', () => subjectId],
])('with row-level security, an index on %s finds the spans of a month', async (column, idOf) => {
  const at = new Date('2026-06-15T00:00:00Z');
  const month = spansOfMonth({ at, until: at }, sql`${sql.ref(`span.${column}`)} = ${idOf()}`);
  const db = scopedDatabase(meter.handle.pool, () =>
    scopeSettings([meter.ownerId], [meter.siteId]),
  );
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${month}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(new RegExp(`Index Cond: \\(\\(${column} = .*CASE WHEN \\(to_at IS NULL\\)`));
});
