import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { writeMoment } from '../../../../../server/platform/notify/index.ts';
import { cancelTask } from '../../../../../server/platform/tasks/cancelTask.ts';
import { startTask } from '../../../../../server/platform/tasks/startTask.ts';
import { companyAccessFilter, findCompany } from '../../../companies/server/index.ts';
import type { invoiceEndpoints } from '../../contract.ts';
import { announceRun, companyFaults, taxesOfMonth } from '../company.ts';
import { presentFault } from './faults.ts';
import {
  firstDay,
  invoicingOpeningTime,
  monthBefore,
  monthCondition,
  type Period,
  sitesOf,
} from './periods.ts';
import { invoicingRun } from './task.ts';

type Overview = z.output<(typeof invoiceEndpoints)['getInvoicing']['answer']>;
type ListAnswer = z.output<(typeof invoiceEndpoints)['listInvoicing']['answer']>;
type Run = Overview['run'];

const maxMonths = 12;
const emptyRun: Run = {
  state: 'none',
  issues: false,
  cmdId: null,
  progress: 0,
  isStopping: false,
  startedAt: null,
  startedBy: '',
};

/**
 * The task knows whether the run is active. Once the queue has purged the task, the stored state of
 * the run applies.
 */
const stateOf = sql`case when r.is_done then 'done' when t.state in ('queued', 'running', 'undoing') then 'running'
  when t.state = 'cancelled' then 'stopped' else 'failed' end`;

async function readRun(ctx: Pick<Context, 'db'>, { companyId, period }: Period): Promise<Run> {
  const { rows } = await sql<Omit<Run, 'startedAt'> & { startedAt: Date }>`
    select ${stateOf} as state, r.issues, r.cmd_id::integer as "cmdId", case when r.is_done then 100 else coalesce(t.progress, 0) end::integer as progress,
      coalesce(t.state in ('queued', 'running', 'undoing') and t.cancel_requested_at is not null, false) as "isStopping",
      r.started_at as "startedAt", coalesce(account_email(r.started_by), '') as "startedBy"
    from invoicing_run r left join task t on t.id = r.cmd_id
    where r.company_id = ${companyId} and r.period = ${firstDay(period)}::date`.execute(ctx.db);
  const [row] = rows;
  return row ? { ...row, startedAt: row.startedAt.toISOString() } : emptyRun;
}

/** Invoicing of a company's month. Throws `notFound` if the company isn't in the caller's scope. */
export async function getRunOverview(
  ctx: SignedInContext,
  { companyId, period }: Period,
): Promise<Overview> {
  const company = await findCompany(ctx, companyId);
  const openingTime = await invoicingOpeningTime(ctx, period, await sitesOf(ctx, companyId));
  // Read before the counts, so that a run reported as done is counted completely.
  const run = await readRun(ctx, { companyId, period });
  const periodCondition = sql`company_id = ${companyId} and period = ${firstDay(period)}::date`;
  const { rows } = await sql<Pick<Overview, 'counts' | 'totals' | 'documents'>>`
    select
      (select jsonb_build_object('draft', count(*) filter (where state = 'draft'), 'blocked', count(*) filter (where state = 'blocked'),
        'empty', count(*) filter (where state = 'empty'), 'issued', count(*) filter (where state = 'issued')) from invoice where ${periodCondition}) as counts,
      (select coalesce(jsonb_agg(jsonb_build_object('amount', trim_scale(amount)::text, 'currency', currency, 'state', state) order by currency, state), '[]')
        from (select sum(net + tax) as amount, currency, state from invoice where ${periodCondition} and state <> 'empty' group by currency, state) s) as totals,
      (select count(*)::integer from invoice_document d join invoice i on i.id = d.invoice_id where ${monthCondition({ companyId, period })}) as documents`.execute(
    ctx.db,
  );
  const [found] = rows;
  if (!found) throw new Error('A query without rows.');
  const faults = await companyFaults(ctx, companyId, taxesOfMonth(companyId, period));
  return {
    ...found,
    company: { id: company.id, name: company.legalName, currency: company.currency },
    ...{ period, opensAt: openingTime.toISOString(), isOpen: openingTime <= ctx.clock.now() },
    run,
    faults: faults.map((code) => presentFault(ctx, code, { companyId, period })),
  };
}

/** The last months of the companies in the caller's scope, latest first. */
export async function listInvoicing(ctx: SignedInContext): Promise<ListAnswer> {
  const { rows: companies } = await sql<{ id: string; name: string }>`
    select c.id, c.legal_name as name from company c where ${companyAccessFilter(ctx, 'c.id')} order by lower(c.legal_name), c.id limit 500`.execute(
    ctx.db,
  );
  const now = ctx.clock.now();
  const thisMonth = now.toISOString().slice(0, 7);
  const months = Array.from({ length: maxMonths }, (_, before) => monthBefore(thisMonth, before));
  const items: ListAnswer['items'] = [];
  const ids = companies.map(({ id }) => id);
  const facts = await factsOfMonths(ctx, ids, months);
  const fees = await oneOffDocuments(ctx, ids, months);
  for (const { id, name } of companies) {
    const sites = await sitesOf(ctx, id);
    const opening = new Map(
      await Promise.all(
        months
          .slice(0, 3)
          .map(async (period) => [period, await invoicingOpeningTime(ctx, period, sites)] as const),
      ),
    );
    for (const period of months) {
      const month = `${id} ${period}`;
      const { documents, ...monthFacts } = facts.get(month) ?? unknown;
      const isOpen = (opening.get(period) ?? now) <= now;
      items.push({
        companyId: id,
        company: name,
        period,
        isOpen,
        ...monthFacts,
        documents: documents + (fees.get(month) ?? 0),
      });
    }
  }
  return { items };
}

type MonthSummary = Pick<ListAnswer['items'][number], 'state' | 'counts' | 'documents'>;
const unknown: MonthSummary = {
  state: 'none',
  counts: { draft: 0, blocked: 0, empty: 0, issued: 0 },
  documents: 0,
};

async function factsOfMonths(
  ctx: Pick<Context, 'db'>,
  companyIds: readonly string[],
  months: readonly string[],
): Promise<Map<string, MonthSummary>> {
  const { rows } = await sql<MonthSummary & { companyId: string; period: string }>`
    select r.company_id as "companyId", to_char(r.period, 'YYYY-MM') as period, ${stateOf} as state,
      jsonb_build_object('draft', i.draft, 'blocked', i.blocked, 'empty', i.empty, 'issued', i.issued) as counts, d.documents
    from invoicing_run r left join task t on t.id = r.cmd_id
    cross join lateral (
      select count(*) filter (where state = 'draft') as draft, count(*) filter (where state = 'blocked') as blocked,
        count(*) filter (where state = 'empty') as empty, count(*) filter (where state = 'issued') as issued
      from invoice where company_id = r.company_id and period = r.period
    ) i
    cross join lateral (
      select count(*)::integer as documents from invoice_document doc join invoice on invoice.id = doc.invoice_id
      where invoice.company_id = r.company_id and invoice.period = r.period
    ) d
    where r.company_id = any(${[...companyIds]}::uuid[]) and r.period = any(${months.map(firstDay)}::date[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ companyId, period, ...facts }) => [`${companyId} ${period}`, facts]));
}

/** The number of documents without a month that were issued in each month. */
async function oneOffDocuments(
  ctx: Pick<Context, 'db'>,
  companyIds: readonly string[],
  months: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ month: string; count: number }>`
    select i.company_id || ' ' || to_char(d.issued_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::integer as count
    from invoice i join invoice_document d on d.invoice_id = i.id
    where i.period is null and i.company_id = any(${[...companyIds]}::uuid[]) and to_char(d.issued_at at time zone 'UTC', 'YYYY-MM') = any(${[...months]}::text[])
    group by 1`.execute(ctx.db);
  return new Map(rows.map(({ month, count }) => [month, count]));
}

/** Throws `notFound`, `invoicingPeriodOpen`, `invoicingRuns`. */
export async function runInvoicing(
  ctx: SignedInContext,
  month: Period,
  issues: boolean,
): Promise<{ cmdId: number }> {
  const { companyId, period } = month;
  const company = await findCompany(ctx, companyId);
  const openingTime = await invoicingOpeningTime(ctx, period, await sitesOf(ctx, companyId));
  if (openingTime > ctx.clock.now())
    throw userError('invoicingPeriodOpen', {
      period,
      company: company.legalName,
      from: writeMoment(openingTime, ctx.language, 'UTC'),
    });
  // Serializes concurrent starts.
  await sql`select from company where id = ${companyId} for no key update`.execute(ctx.db);
  if ((await readRun(ctx, month)).state === 'running') throw userError('invoicingRuns', { period });
  const { cmdId } = await startTask(ctx, invoicingRun, {
    input: { companyId, period, issues },
    target: { type: 'company', id: companyId, name: company.legalName },
    resource: `invoicing:${companyId}`,
    siteId: ctx.actor.siteId,
    ownerId: ctx.actor.userId,
  });
  await sql`
    insert into invoicing_run (company_id, period, issues, cmd_id, started_at, started_by)
    values (${companyId}, ${firstDay(period)}::date, ${issues}, ${cmdId}, ${ctx.clock.now()}, ${ctx.actor.userId})
    on conflict (company_id, period) do update set issues = excluded.issues, is_done = false, cmd_id = excluded.cmd_id,
      started_at = excluded.started_at, started_by = excluded.started_by`.execute(ctx.db);
  ctx.note({ targetType: 'company', targetId: companyId, detail: { period, issues, cmdId } });
  await announceRun(ctx, companyId);
  return { cmdId };
}

/** Idempotent. Throws `notFound`, `invoicingRunsNot`, `taskNotCancellable`. */
export async function stopInvoicing(ctx: SignedInContext, month: Period): Promise<void> {
  await findCompany(ctx, month.companyId);
  // A concurrent cancellation waits here, and then finds the run already canceled.
  await sql`select from invoicing_run where company_id = ${month.companyId} and period = ${firstDay(month.period)}::date for update`.execute(
    ctx.db,
  );
  const { state, cmdId, isStopping } = await readRun(ctx, month);
  if (state !== 'running' || cmdId === null)
    throw userError('invoicingRunsNot', { period: month.period });
  if (isStopping) return;
  await cancelTask(ctx, cmdId);
  ctx.note({
    targetType: 'company',
    targetId: month.companyId,
    detail: { period: month.period, cmdId },
  });
  await announceRun(ctx, month.companyId);
}
