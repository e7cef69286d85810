import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type DatabaseHandle, openDatabase } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts';
import { settleCustomers, writeLines } from '../slices/invoices/server/lines.ts';
import { seedPriceList } from '../slices/pricing/server/index.ts';
import { median, reportMarks } from './report.ts';

/**
 * The lines of a month for 10,000 customers with 1,000,000 spans, rated and written as a run does it, beside a bare aggregate of the
 * same spans into the same table. `CLOUDBERTH_BENCH_CUSTOMERS` makes it smaller.
 */
const customers = Number(process.env.CLOUDBERTH_BENCH_CUSTOMERS ?? 10_000);
const serversOfCustomer = 5;
const items = ['cpu.B', 'ram.gb', 'disk.gb', 'ip.wan', 'traffic.t5000'];
const piecesOfItem = 4;
const runs = 3;
const period = '2026-05';
const begins = new Date(`${period}-01T06:00:00Z`);

async function fill({ db }: DatabaseHandle): Promise<{ companyId: string; siteId: string }> {
  const siteId = randomUUID();
  await sql`insert into site (id, path, name, time_zone) values (${siteId}, ${siteId}, 'Site', 'Asia/Jerusalem')`.execute(db);
  await seedPriceList({ db }, siteId);
  const { rows } = await sql<{ id: string }>`
    insert into company (legal_name, country, currency, document_series, number_format) values ('Example', 'IL', 'USD', 'INV', '{number}') returning id`.execute(
    db,
  );
  const companyId = rows[0]?.id ?? '';
  await sql`insert into company_site (site_id, company_id) values (${siteId}, ${companyId})`.execute(db);
  await sql`
    insert into user_account (site_id, email, billing_state) select ${siteId}, 'customer-' || n || '@example.test', -1 from generate_series(1, ${customers}) as n`.execute(
    db,
  );
  // The constraint that refuses overlaps is minutes of work of its own on a million rows; the month is read without it.
  await sql`alter table span drop constraint span_overlaps`.execute(db);
  const stretch = 600_000;
  await sql`
    insert into span (subject_type, subject_id, subject_name, owner_id, site_id, item, price_item_id, quantity, mode, from_at, to_at, hours_from)
    select 'server', md5(owner.id::text || server)::uuid, 'server ' || server, owner.id, ${siteId}, price.code, price.id, 1 + (server + piece) % 4,
      case when price.hourly is null then 'monthly' else 'hourly' end, starts, case when piece < ${piecesOfItem - 1} then starts + ${stretch} * interval '1 second' end, starts
    from user_account owner, generate_series(1, ${serversOfCustomer}) as server, generate_series(0, ${piecesOfItem - 1}) as piece, price_item price,
      lateral (select ${begins}::timestamptz + (${stretch} * piece + server * 7) * interval '1 second' as starts) as times
    where owner.email like 'customer-%' and price.code = any(${items})`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return { companyId, siteId };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function measure(handle: DatabaseHandle): Promise<void> {
  const { db } = handle;
  const { companyId, siteId } = await fill(handle);
  const scope = (cmdId: number) => ({ companyId, period, cmdId, siteIds: [siteId] });
  const settling = await timed(() => settleCustomers({ db }, scope(1)));
  const run = async (cmdId: number) => {
    let longest = 0;
    for (;;) {
      let written = 0;
      const ms = await timed(async () => {
        written = await db.transaction().execute((transaction) => writeLines({ db: transaction }, scope(cmdId), []));
      });
      longest = Math.max(longest, ms);
      if (written === 0) return longest;
    }
  };
  const bare = () =>
    sql`
    insert into invoice_line (invoice_id, owner_id, subject_type, subject_id, subject_name, item, from_at, to_at, exact, amount, currency)
    select i.id, s.owner_id, s.subject_type, s.subject_id, max(s.subject_name), s.item, min(s.from_at), max(coalesce(s.to_at, '2026-06-01')),
      sum(s.quantity * coalesce(p.hourly, p.monthly)), round(sum(s.quantity * coalesce(p.hourly, p.monthly)), 2), l.currency
    from span s join price_item p on p.id = s.price_item_id join price_list l on l.id = p.price_list_id
    join invoice i on i.company_id = ${companyId} and i.period = ${`${period}-01`}::date and i.user_id = s.owner_id
    where s.site_id = ${siteId} and s.from_at < '2026-06-01' and coalesce(s.to_at, 'infinity') > '2026-05-01'
    group by i.id, s.owner_id, s.subject_type, s.subject_id, s.item, l.currency`.execute(db);
  const clear = async () => {
    await sql`alter table invoice_line disable trigger user`.execute(db);
    await sql`truncate invoice_line cascade`.execute(db).catch(() => sql`delete from invoice_line`.execute(db));
    await sql`alter table invoice_line enable trigger user`.execute(db);
    await sql`vacuum analyze invoice_line`.execute(db);
  };
  const times = { bare: [] as number[], run: [] as number[], longest: [] as number[] };
  for (let round = 0; round < runs; round++) {
    await sql`alter table invoice_credit disable trigger user`.execute(db);
    await clear();
    times.bare.push(await timed(bare));
    await clear();
    times.run.push(
      await timed(async () => {
        times.longest.push(await run(2 + round));
      }),
    );
  }
  const { rows } = await sql<{ lines: number; spans: number }>`
    select (select count(*)::integer from invoice_line) as lines, (select count(*)::integer from span) as spans`.execute(db);
  const [bareMs, runMs] = [median(times.bare), median(times.run)];
  process.stdout.write(
    `       ${rows[0]?.spans} spans, ${rows[0]?.lines} lines; bare ${bareMs.toFixed(0)} ms (${times.bare.map((ms) => ms.toFixed(0)).join(', ')}), run ${runMs.toFixed(0)} ms (${times.run.map((ms) => ms.toFixed(0)).join(', ')}), settling ${settling.toFixed(0)} ms\n`,
  );
  reportMarks([
    {
      what: 'rating and writing the lines of a month beside a bare aggregate into the same table',
      value: runMs / bareMs,
      unit: 'times',
      kind: 'most',
      limit: 1.5,
    },
    { what: 'longest time without progress', value: median(times.longest) / 1000, unit: 's', kind: 'most', limit: 15 },
  ]);
}

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-bench-'));
await chmod(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  await migrate(postgres.url);
  const handle = openDatabase(postgres.url, () => {});
  await measure(handle);
  await handle.close();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
