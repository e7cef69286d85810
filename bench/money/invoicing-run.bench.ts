import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { clock } from '../../server/platform/clock.ts';
import { type DatabaseHandle, openDatabase } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { prepareDatabase } from '../../server/prepareDatabase.ts';
import {
  concurrentBatches,
  listInvoiceBatches,
  settleCustomers,
  writeLines,
} from '../../slices/money/invoices/server/run/lines.ts';
import { seedPriceList, spanEnd } from '../../slices/money/pricing/server/index.ts';
import { maintain } from '../harness/maintain.ts';
import { type Mark, median, reportMarks } from '../harness/report.ts';

/**
 * The invoice lines of a month for 10,000 customers with 1,000,000 spans, rated and written as in
 * an invoicing run, compared with a bare aggregate of the same spans into the same table. Two
 * months: a usual one, in which one server of six was changed once, and one in which all customers
 * changed every server three times. `CLOUDBERTH_BENCH_CUSTOMERS` makes it smaller.
 */
const customers = Number(process.env.CLOUDBERTH_BENCH_CUSTOMERS ?? 10_000);
const items = ['cpu.B', 'ram.gb', 'disk.gb', 'ip.wan', 'traffic.t5000'];
const runs = 3;
/** Limit for an invoicing run, as a multiple of the bare aggregate and insert. */
const maxRatioToBaseline = 1.5;
/**
 * A hundred spans for each customer and item. `pieces` is the number of spans per server and month.
 */
const months = [
  {
    name: 'a usual month',
    period: '2026-05',
    servers: 17,
    pieces: (server: RawBuilder<unknown>) => sql`case when ${server} % 6 = 0 then 2 else 1 end`,
  },
  { name: 'a month of many changes', period: '2026-05', servers: 5, pieces: () => sql`4` },
] as const;
type Month = (typeof months)[number];

interface Fixture {
  companyId: string;
  siteId: string;
}

async function fill({ db }: DatabaseHandle, { period, servers, pieces }: Month): Promise<Fixture> {
  const siteId = randomUUID();
  await sql`insert into site (id, path, name, time_zone) values (${siteId}, ${siteId}, 'Site', 'Asia/Jerusalem')`.execute(
    db,
  );
  await seedPriceList({ db }, siteId);
  const { rows } = await sql<{ id: string }>`
    insert into company (legal_name, country, currency, document_series, number_format) values ('Example', 'IL', 'USD', 'INV', '{number}') returning id`.execute(
    db,
  );
  const companyId = rows[0]?.id ?? '';
  await sql`insert into company_site (site_id, company_id) values (${siteId}, ${companyId})`.execute(
    db,
  );
  await sql`
    insert into user_account (site_id, email, billing_state) select ${siteId}, 'customer-' || n || '@example.test', -1 from generate_series(1, ${customers}) as n`.execute(
    db,
  );
  // Checking the overlap constraint takes minutes for a million rows. Reading the month doesn't
  // need it.
  await maintain(postgres.urls.owner, 'alter table span drop constraint if exists span_overlaps');
  const monthStart = new Date(`${period}-01T06:00:00Z`);
  const batchRows = 600_000;
  await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`
      insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
      select 'server', md5(owner.id::text || server)::uuid, 'server ' || server, owner.id, ${siteId}, price.code, price.id, 1 + (server + piece) % 4,
        case when price.hourly is null then 'monthly' else 'hourly' end, starts, case when piece < ${pieces(sql`server`)} - 1 then starts + ${batchRows} * interval '1 second' end, starts
      from user_account owner cross join generate_series(1, ${servers}) as server cross join lateral generate_series(0, ${pieces(sql`server`)} - 1) as piece,
        price_item price join price_list list on list.id = price.price_list_id,
        lateral (select ${monthStart}::timestamptz + (${batchRows} * piece + server * 7) * interval '1 second' as starts) as times
      where owner.site_id = ${siteId} and list.site_id = ${siteId} and price.code = any(${items})`.execute(
      transaction,
    );
  });
  await maintain(postgres.urls.owner, 'vacuum analyze');
  return { companyId, siteId };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Writes lines as an invoicing run does. Returns the longest time without progress in ms. */
async function rate(
  { db }: DatabaseHandle,
  { companyId, siteId }: Fixture,
  period: string,
  cmdId: number,
): Promise<number> {
  const scope = { companyId, period, cmdId, siteIds: [siteId] };
  let longest = 0;
  const batches = await listInvoiceBatches({ db }, scope);
  const write = (batch: string[]) =>
    db
      .transaction()
      .execute((transaction) =>
        writeLines({ db: transaction, clock, actor: null }, scope, batch, []),
      );
  while (batches.length > 0)
    longest = Math.max(
      longest,
      await timed(() => Promise.all(batches.splice(0, concurrentBatches).map(write))),
    );
  return longest;
}

const baseline = ({ db }: DatabaseHandle, { companyId, siteId }: Fixture, period: string) =>
  sql`
  insert into invoice_line (invoice_id, owner_id, subject_type, subject_id, subject_name, item, from_at, to_at, exact, amount, currency)
  select i.id, s.owner_id, s.subject_type, s.subject_id, max(s.subject_name), s.item, min(s.from_at), max(coalesce(s.to_at, '2026-06-01')),
    sum(s.quantity * coalesce(p.hourly, p.monthly)), round(sum(s.quantity * coalesce(p.hourly, p.monthly)), 2), l.currency
  from span s join price_item p on p.id = s.price_item_id join price_list l on l.id = p.price_list_id
  join invoice i on i.company_id = ${companyId} and i.period = ${`${period}-01`}::date and i.user_id = s.owner_id
  where s.site_id = ${siteId} and s.from_at < '2026-06-01' and ${spanEnd('s')} > '2026-05-01'
  group by i.id, s.owner_id, s.subject_type, s.subject_id, s.item, l.currency`.execute(db);

/** Deletes the lines. None are issued, because they are temporary drafts. */
async function clear(): Promise<void> {
  await maintain(
    postgres.urls.owner,
    'alter table invoice_credit disable trigger user',
    'alter table invoice_line disable trigger user',
    'truncate invoice_line cascade',
    'alter table invoice_line enable trigger user',
    'vacuum analyze invoice_line',
  );
}

async function measure(handle: DatabaseHandle, month: Month, firstRun: number): Promise<Mark[]> {
  const { period, name } = month;
  const filled = await fill(handle, month);
  const settleTiming = await timed(() =>
    settleCustomers(handle, { ...filled, period, cmdId: 0, siteIds: [filled.siteId] }),
  );
  const times = { bare: [] as number[], run: [] as number[], longest: [] as number[] };
  for (let round = 0; round < runs; round++) {
    await clear();
    times.bare.push(await timed(() => baseline(handle, filled, period)));
    await clear();
    const run = async () =>
      void times.longest.push(await rate(handle, filled, period, firstRun + round));
    times.run.push(await timed(run));
  }
  const { rows } = await sql<{ lines: number; spans: number }>`
    select (select count(*)::integer from invoice_line) as lines, (select count(*)::integer from span where site_id = ${filled.siteId}) as spans`.execute(
    handle.db,
  );
  await clear();
  const formatTimes = (found: number[]) =>
    `${median(found).toFixed(0)} ms (${found.map((ms) => ms.toFixed(0)).join(', ')})`;
  process.stdout.write(
    `       ${name}: ${rows[0]?.spans} spans, ${rows[0]?.lines} lines; bare ${formatTimes(times.bare)}, run ${formatTimes(times.run)}, settling ${settleTiming.toFixed(0)} ms\n`,
  );
  const memory = Math.round(process.memoryUsage().rss / 1_048_576);
  return [
    {
      what: `${name}: rating and writing the lines beside a bare aggregate into the same table`,
      value: median(times.run) / median(times.bare),
      unit: 'times',
      kind: 'most',
      limit: maxRatioToBaseline,
    },
    {
      what: `${name}: longest time without progress`,
      value: median(times.longest) / 1000,
      unit: 's',
      kind: 'most',
      limit: 15,
    },
    { what: `${name}: memory of the worker`, value: memory, unit: 'MB', kind: 'most', limit: 300 },
  ];
}

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-bench-'));
await chmod(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });
  const handle = openDatabase(postgres.urls.app, () => {});
  const marks: Mark[] = [];
  for (const [index, month] of months.entries())
    marks.push(...(await measure(handle, month, 1 + index * 100)));
  reportMarks(marks);
  await handle.close();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
