import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ownReach } from '../../server/platform/access/objectAccess.ts';
import type { Actor, Context } from '../../server/platform/context.ts';
import { type DatabaseHandle, openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { prepareDatabase } from '../../server/prepareDatabase.ts';
import { monthToDateTotal } from '../../slices/money/pricing/server/bills/monthToDate.ts';
import { costToDate, seedPriceList, spanEnd } from '../../slices/money/pricing/server/index.ts';
import { maintain } from '../harness/maintain.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * The month to date of a customer with 1,000 servers and 100,000 spans, compared with a bare sum
 * over the same rows. Two customers: one whose spans are spread over thirteen months because
 * servers are changed every three weeks, and one that changed every server twenty times in this
 * month alone.
 */
const servers = 1000;
const items = ['cpu.B', 'ram.gb', 'disk.gb', 'ip.wan', 'traffic.t5000'];
const spansOfItem = 20;
const runs = 15;
const now = new Date('2026-06-28T12:00:00Z');

/**
 * Creates consecutive spans of `days` each, with the last one open: 1,000 servers × 5 items × 20
 * spans.
 */
async function makeCustomer(
  { db }: DatabaseHandle,
  siteId: string,
  days: number,
): Promise<Context & { servers: { id: string }[] }> {
  const userId = randomUUID();
  await sql`insert into user_account (id, site_id, email) values (${userId}, ${siteId}, ${`${userId}@example.test`})`.execute(
    db,
  );
  const seconds = Math.round(days * 86_400);
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
    select 'server', md5(${userId} || server)::uuid, 'server ' || server, ${userId}, ${siteId}, price.code, price.id, 1 + (server + piece) % 4,
      case when price.hourly is null then 'monthly' else 'hourly' end, starts, case when piece > 0 then starts + ${seconds} * interval '1 second' end, starts
    from generate_series(1, ${servers}) as server, generate_series(0, ${spansOfItem - 1}) as piece, price_item price,
      lateral (select ${now}::timestamptz - (${seconds} * (piece + 0.5)) * interval '1 second' - server * interval '7 seconds' as starts) as begins
    where price.code = any(${items})`.execute(db);
  const { rows } = await sql<{
    id: string;
  }>`select distinct subject_id as id from span where owner_id = ${userId}`.execute(db);
  const actor = { userId, siteId, role: 'user', reach: ownReach } as Actor;
  return { db, clock: { now: () => now }, actor, servers: rows } as unknown as Context & {
    servers: { id: string }[];
  };
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

async function measure(handle: DatabaseHandle): Promise<void> {
  const siteId = randomUUID();
  await sql`insert into site (id, path, name, time_zone) values (${siteId}, ${siteId}, 'Site', 'Asia/Jerusalem')`.execute(
    handle.db,
  );
  await seedPriceList({ db: handle.db }, siteId);
  const spread = await makeCustomer(handle, siteId, 20);
  const busy = await makeCustomer(handle, siteId, 1.35);
  await maintain(postgres.urls.owner, 'vacuum analyze span');
  const baseline = ({ actor }: Context) =>
    sql`select sum(quantity) from span where owner_id = ${actor?.userId} and ${spanEnd('span')} > '2026-05-31 21:00Z'`.execute(
      handle.db,
    );
  const monthToDateMs = await medianMs(() => monthToDateTotal(spread));
  const baselineSpread = await medianMs(() => baseline(spread));
  const each = await medianMs(() => costToDate(spread, spread.servers));
  const fewServersMs = await medianMs(() => costToDate(spread, spread.servers.slice(0, 10)));
  const busyMs = await medianMs(() => monthToDateTotal(busy));
  const baselineBusy = await medianMs(() => baseline(busy));
  process.stdout.write(
    `       bare sum over the same spans: ${baselineSpread.toFixed(1)} ms and ${baselineBusy.toFixed(1)} ms\n`,
  );
  reportMarks([
    {
      what: 'month to date and projection, 1,000 servers, 100,000 spans in 13 months',
      value: monthToDateMs,
      unit: 'ms',
      kind: 'most',
      limit: 50,
    },
    {
      what: 'the same beside a bare sum',
      value: monthToDateMs / baselineSpread,
      unit: 'times',
      kind: 'most',
      limit: 20,
    },
    {
      what: 'month to date of each of these 1,000 servers',
      value: each,
      unit: 'ms',
      kind: 'most',
      limit: 100,
    },
    {
      what: 'month to date of each of 10 of them',
      value: fewServersMs,
      unit: 'ms',
      kind: 'most',
      limit: 10,
    },
    {
      what: 'month to date and projection, 100,000 spans in this month',
      value: busyMs,
      unit: 'ms',
      kind: 'most',
      limit: 800,
    },
    {
      what: 'the same beside a bare sum',
      value: busyMs / baselineBusy,
      unit: 'times',
      kind: 'most',
      limit: 20,
    },
  ]);
}

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-bench-'));
await chmod(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });
  const handle = openDatabase(postgres.urls.app, () => {});
  await measure(handle);
  await handle.close();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
