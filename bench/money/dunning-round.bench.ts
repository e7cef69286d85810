import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { createLog } from '../../server/platform/log.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { systemContext } from '../../server/platform/systemContext.ts';
import { openPortal } from '../../server/portal.ts';
import { prepareDatabase } from '../../server/prepareDatabase.ts';
import { applyDue } from '../../slices/money/dunning/server/jobs.ts';
import { ensureRootUser } from '../../slices/people/identity/server/index.ts';
import { maintain } from '../harness/maintain.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * A day of dunning for 10,000 customers with six documents each, of whom 2,000 haven't paid the
 * last one: a round in which all of these are reminded, and a round in which no step is due,
 * compared with the bare sum that calculates the amounts due. `CLOUDBERTH_BENCH_CUSTOMERS` makes it
 * smaller.
 */
const customers = Number(process.env.CLOUDBERTH_BENCH_CUSTOMERS ?? 10_000);
const customersPerDebtor = 5;
const documents = 6;
const runs = 5;
/** Limit for a round in which nothing is due, as a multiple of the bare sum. */
const maxRatioToBaseline = 12;
/**
 * Limit for a reminder, with its email, log entry and a new read while its customer is locked, as a
 * multiple of the bare sum.
 */
const maxPerReminder = 1;

/** Runs as superuser, because other users can't disable triggers. */
async function fill(ctx: Context, companyId: string): Promise<void> {
  const administration = openDatabase(postgres.urls.administrator, () => {}, {
    maxConnections: 1,
    isWalled: false,
  });
  await administration.db.transaction().execute(async (db) => {
    // The rows are valid and are written without individual checks.
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`
      insert into user_account (site_id, email, billing_state)
      select ${ctx.site.id}::uuid, 'debtor-' || n || '@example.test', -1 from generate_series(1, ${customers}) n`.execute(
      db,
    );
    await sql`
      create temporary table debtor on commit drop as
      select id, row_number() over (order by id) as n from user_account where email like 'debtor-%'`.execute(
      db,
    );
    await sql`
      insert into ledger_account (company_id, kind, user_id, currency)
      select ${companyId}::uuid, 'customer', id, 'USD' from debtor union all select ${companyId}::uuid, kind, null, 'USD' from unnest(array['bank', 'revenue']) kind`.execute(
      db,
    );
    await sql`
      create temporary table happened on commit drop as
      select gen_random_uuid() as id, gen_random_uuid() as invoice_id, debtor.id as user_id, debtor.n, month, kind
      from debtor, generate_series(1, ${documents}) month, unnest(array['charge', 'deposit']) kind
      where kind = 'charge' or month < ${documents} or debtor.n % ${customersPerDebtor} <> 0`.execute(
      db,
    );
    await sql`
      insert into ledger_transaction (id, company_id, user_id, kind, currency, amount, idempotency_key, fingerprint, at)
      select id, ${companyId}::uuid, user_id, kind, 'USD', 100, id::text, ''::bytea, now() - interval '1 month' * (${documents} - month) from happened
      order by user_id, month, kind`.execute(db);
    await sql`
      insert into ledger_posting (transaction_id, account_id, company_id, currency, amount)
      select happened.id, account.id, ${companyId}::uuid, 'USD', case when (kind_of.kind = 'customer') = (happened.kind = 'charge') then -100 else 100 end
      from happened, lateral (values ('customer'), (case happened.kind when 'charge' then 'revenue' else 'bank' end)) kind_of (kind)
      join ledger_account account on account.company_id = ${companyId}::uuid and account.kind = kind_of.kind
      where coalesce(account.user_id::text, '') = case kind_of.kind when 'customer' then happened.user_id::text else '' end`.execute(
      db,
    );
    await sql`
      insert into invoice (id, company_id, user_id, period, state, currency, net, transaction_id, issued_at)
      select invoice_id, ${companyId}::uuid, user_id, date '2020-01-01' + month * interval '1 month', 'issued', 'USD', 100, id, now() from happened where kind = 'charge'`.execute(
      db,
    );
    await sql`
      insert into invoice_document (invoice_id, company_id, user_id, kind, series, number, written, currency, net, tax, issued_at, due_on, language, facts, transaction_id)
      select invoice_id, ${companyId}::uuid, user_id, 'invoice', 'INV', row_number() over (), 'INV-' || row_number() over (), 'USD', 100, 0, now(),
        (now() - interval '1 month' * (${documents} - month) - interval '2 days')::date, 'en', '{}', id
      from happened where kind = 'charge'`.execute(db);
  });
  await administration.close();
  await maintain(postgres.urls.owner, 'vacuum analyze');
}

const timeMs = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};
const times = async (work: () => Promise<unknown>): Promise<number> => {
  const durations: number[] = [];
  for (let run = 0; run < runs; run++) durations.push(await timeMs(work));
  return median(durations);
};

/** A company whose dunning steps start on the due date. Its currency is USD. */
async function openCompany({ db }: Context): Promise<string> {
  const steps = [
    { kind: 'reminder', days: 0 },
    { kind: 'suspend', days: 30 },
  ];
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into company (legal_name, country, currency, document_series, number_format) values ('Example', 'IL', 'USD', 'INV', '{number}') returning id)
    insert into dunning_policy (company_id, is_on, steps, changed_at) select id, true, ${JSON.stringify(steps)}::jsonb, now() from made
    returning company_id as id`.execute(db);
  return rows[0]?.id ?? '';
}

async function measure(ctx: Context): Promise<void> {
  await fill(ctx, await openCompany(ctx));
  const baseline = await times(() =>
    sql`select a.user_id, a.currency, sum(p.amount) from ledger_account a join ledger_posting p on p.account_id = a.id
      where a.user_id is not null group by a.user_id, a.currency having sum(p.amount) < 0`.execute(
      ctx.db,
    ),
  );
  const first = await timeMs(() => applyDue(ctx));
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from dunning_step where reason = 'told'`.execute(ctx.db);
  const reminded = rows[0]?.count ?? 0;
  // The database also does this automatically after a while.
  await maintain(postgres.urls.owner, 'analyze');
  const noopMs = await times(() => applyDue(ctx));
  process.stdout.write(
    `bare sum ${baseline.toFixed(0)} ms; ${reminded} reminded in ${(first / 1000).toFixed(1)} s, ${(first / reminded).toFixed(1)} ms each; a round with nothing due ${noopMs.toFixed(0)} ms\n`,
  );
  reportMarks([
    {
      what: 'customers reminded, once each',
      value: reminded,
      unit: '',
      kind: 'least',
      limit: Math.floor(customers / customersPerDebtor),
    },
    {
      what: 'a round with nothing due',
      value: noopMs / baseline,
      unit: 'times the bare sum',
      kind: 'most',
      limit: maxRatioToBaseline,
    },
    {
      what: 'a reminder',
      value: first / reminded / baseline,
      unit: 'times the bare sum',
      kind: 'most',
      limit: maxPerReminder,
    },
  ]);
}

const dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-bench-'));
await chmod(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
try {
  await prepareDatabase({ databaseUrl: postgres.urls.app, migrationUrl: postgres.urls.owner });
  const log = createLog('warn');
  const config = readConfig({
    DATABASE_URL: postgres.urls.app,
    DATABASE_MIGRATION_URL: postgres.urls.owner,
    CLOUDBERTH_DATA: dataDir,
    CLOUDBERTH_ENGINE: 'simulated',
    CLOUDBERTH_ROLE: 'api',
  });
  const portal = await openPortal(config, log);
  await ensureRootUser(portal.services.database.db, {
    email: 'root@example.test',
    password: 'Bench_password_1',
  });
  await measure(systemContext(portal.services, { site: await portal.sites.forHost(''), log }));
  await portal.close();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
