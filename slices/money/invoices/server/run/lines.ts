import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { lineRating, spansOfMonth } from '../../../pricing/server/index.ts';
import { taxesOfMonth } from '../company.ts';
import { regimeOf } from '../tax/regime.ts';
import { insertDiscounts } from './discounts.ts';
import { customerFaults, type FaultCode, maxLines } from './faults.ts';
import { logWritten } from './log.ts';
import { firstDay, middleOf, type Period } from './periods.ts';
import { taxOf } from './splits.ts';

/**
 * The number of customers whose lines are written in one transaction. Small enough to show progress
 * and to keep the sums in the CPU cache, large enough for efficient database queries.
 */
const customersPerBatch = 500;

/** The number of batches written in parallel. Each keeps one CPU of the database busy. */
export const concurrentBatches = 2;

/** The scope of a run. */
export interface RunScope extends Period {
  cmdId: number;
  siteIds: readonly string[];
}

const monthOf = (scope: RunScope) => ({ at: middleOf(scope.period), until: null });

/**
 * Assigns the usage of the month to the invoice of the account or of its parent. An assignment
 * stays unchanged even if the account moves. Root's usage is not charged.
 */
export async function settleCustomers(ctx: Pick<Context, 'db'>, scope: RunScope): Promise<void> {
  const spans = spansOfMonth(
    monthOf(scope),
    sql`span.site_id = any(${[...scope.siteIds]}::uuid[])`,
  );
  await sql`
    with used as (${spans}),
    settled as (
      insert into invoice_owner (company_id, period, owner_id, user_id)
      select ${scope.companyId}, ${firstDay(scope.period)}::date, owner.id, payer.id
      from (select distinct owner_id from used) as had
      join user_account owner on owner.id = had.owner_id
      join user_account payer on payer.id = coalesce(owner.parent_id, owner.id)
      where payer.role <> 'root' on conflict do nothing returning user_id
    )
    insert into invoice (company_id, period, user_id, currency)
    select distinct ${scope.companyId}::uuid, ${firstDay(scope.period)}::date, user_id, (select currency from company where id = ${scope.companyId})
    from settled on conflict do nothing`.execute(ctx.db);
}

/**
 * The month's invoices not yet written by this run, in batches. Each batch is written in a separate
 * transaction.
 */
export async function listInvoiceBatches(
  ctx: Pick<Context, 'db'>,
  scope: RunScope,
): Promise<string[][]> {
  const { rows } = await sql<{ id: string }>`
    select id from invoice
    where company_id = ${scope.companyId} and period = ${firstDay(scope.period)}::date and state <> 'issued' and rated_by is distinct from ${scope.cmdId}
    order by user_id`.execute(ctx.db);
  const batches: string[][] = [];
  for (let start = 0; start < rows.length; start += customersPerBatch)
    batches.push(rows.slice(start, start + customersPerBatch).map(({ id }) => id));
  return batches;
}

/**
 * Rewrites the lines of these invoices in one statement. Invoices issued in the meantime stay
 * unchanged.
 */
export async function writeLines(
  ctx: Pick<Context, 'db' | 'clock' | 'actor'>,
  scope: RunScope,
  batch: readonly string[],
  faults: readonly FaultCode[],
): Promise<void> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from invoice
    where id = any(${[...batch]}::uuid[]) and state <> 'issued' order by user_id for update`.execute(
    ctx.db,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await removeParts(ctx, ids);
  await configurePlanner(ctx);
  await insertLines(ctx, scope, ids);
  await insertDiscounts(ctx, scope, { invoiceIds: ids, userIds: rows.map(({ userId }) => userId) });
  await storeTotals(ctx, scope, ids, faults);
  await logWritten(ctx, ids);
}

/**
 * Removes what an earlier run wrote. Uses indexes: the tables grow during the run, so the planner's
 * earlier statistics are useless, and scanning the tables for each batch would be most of the run's
 * work.
 */
async function removeParts(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true)`.execute(ctx.db);
  await sql`delete from invoice_line where invoice_id = any(${[...ids]}::uuid[])`.execute(ctx.db);
  await sql`delete from invoice_tax where invoice_id = any(${[...ids]}::uuid[])`.execute(ctx.db);
}

/**
 * Creates lines directly from the usage spans of these customers' accounts, in a separate
 * transaction. Usage without cost gets no line.
 */
async function insertLines(
  ctx: Pick<Context, 'db'>,
  scope: RunScope,
  invoiceIds: readonly string[],
): Promise<void> {
  const { rows: assignedInvoices } = await sql<{ invoiceId: string; ownerId: string }>`
    select i.id as "invoiceId", o.owner_id as "ownerId"
    from invoice i join invoice_owner o using (company_id, period, user_id) where i.id = any(${[...invoiceIds]}::uuid[])`.execute(
    ctx.db,
  );
  const owners = assignedInvoices.map(({ ownerId }) => ownerId);
  const condition = sql`span.owner_id = any(${owners}::uuid[]) and span.site_id = any(${[...scope.siteIds]}::uuid[])`;
  await sql`
    with ${lineRating(spansOfMonth(monthOf(scope), condition))},
    charged as materialized (select * from told_line where exact > 0),
    settled as materialized (
      select unnest(invoice_ids) as invoice_id, unnest(owner_ids) as owner_id
      from (select ${assignedInvoices.map(({ invoiceId }) => invoiceId)}::uuid[] as invoice_ids, ${owners}::uuid[] as owner_ids offset 0) as given
    ),
    named as materialized (
      select had.*, settled.invoice_id, last.subject_type, last.subject_name
      from (select distinct subject_id, owner_id from charged) as had
      join settled using (owner_id)
      cross join lateral (
        select subject_type, subject_name from span
        where span.subject_id = had.subject_id and span.owner_id = had.owner_id and span.from_at < ${endOf(scope.period)} order by from_at desc limit 1
      ) as last
    )
    insert into invoice_line (invoice_id, owner_id, subject_type, subject_id, subject_name, item, from_at, to_at, exact, amount, currency,
      quantity, times, unit_price, priced_by)
    select named.invoice_id, line.owner_id, named.subject_type, line.subject_id, named.subject_name, line.item, line.from_at, line.to_at,
      line.exact, line.amount, line.currency, line.quantity, line.times, line.unit_price, line.priced_by
    from charged line join named using (subject_id, owner_id)`.execute(ctx.db);
}

/**
 * The planner can't estimate how many lines the spans produce. It assumes one and chooses nested
 * loops, so hash joins are enforced, which work for any number. Commits are asynchronous: drafts
 * lost in a power failure are recreated by the run, and issued documents are made durable together
 * with them.
 */
const configurePlanner = (ctx: Pick<Context, 'db'>) =>
  sql`select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('enable_sort', 'off', true), set_config('work_mem', '128MB', true),
    set_config('jit', 'off', true), set_config('enable_seqscan', 'on', true), set_config('synchronous_commit', 'off', true)`.execute(
    ctx.db,
  );

/** A time after the end of the month in every time zone. */
const endOf = (period: string): Date => new Date(middleOf(period).getTime() + 19 * 86_400_000);

/** Sums up net amounts, taxes, and blockers of these invoices together. */
async function storeTotals(
  ctx: Pick<Context, 'db'>,
  scope: RunScope,
  ids: readonly string[],
  faults: readonly FaultCode[],
): Promise<void> {
  await sql`
    update invoice i set currency = c.currency, line_count = coalesce(s.lines, 0), net = coalesce(s.net, 0), rated_by = ${scope.cmdId}, tried_by = null,
      regime = ${regimeOf}
    from company c, invoice chosen join user_account u on u.id = chosen.user_id left join billing_profile p on p.user_id = u.id left join (
      select invoice_id, count(*)::integer as lines, sum(amount) filter (where l.currency = own.currency) as net
      from invoice_line l, (select currency from company where id = ${scope.companyId}) as own
      where invoice_id = any(${[...ids]}::uuid[]) group by invoice_id
    ) s on s.invoice_id = chosen.id
    where c.id = ${scope.companyId} and chosen.id = i.id and i.id = any(${[...ids]}::uuid[])`.execute(
    ctx.db,
  );
  await sql`
    insert into invoice_tax (invoice_id, name, rate, amount)
    select i.id, tax.name, tax.rate, ${taxOf(sql`i.net`, sql`tax.rate`, sql`minor_units(i.currency)`)}
    from invoice i cross join (${taxesOfMonth(scope.companyId, scope.period)}) as tax where i.id = any(${[...ids]}::uuid[]) and i.net > 0 and i.regime = 'home'`.execute(
    ctx.db,
  );
  await evaluateMonth(ctx, ids, faults);
}

/** Records the current blockers of each of these invoices that isn't issued. */
export async function evaluateMonth(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
  faults: readonly FaultCode[],
): Promise<void> {
  const isForeigner = sql`foreigner.invoice_id is not null`;
  const hasOtherRegime = sql`i.regime <> ${regimeOf}`;
  const tooLong = sql`i.line_count > ${maxLines} and not i.is_released`;
  await sql`
    update invoice i set faults = judged.faults, tax = judged.tax,
      state = case when judged.is_empty then 'empty' when cardinality(judged.faults) > 0 then 'blocked' else 'draft' end
    from (
      select i.id, ${[...faults]}::text[] || ${customerFaults({ hasForeign: isForeigner, isTooLong: tooLong, isTaxedOtherwise: hasOtherRegime })} as faults, i.line_count = 0 or i.net = 0 and not ${isForeigner} as is_empty,
        coalesce((select sum(amount) from invoice_tax t where t.invoice_id = i.id), 0) as tax
      from invoice i join company c on c.id = i.company_id join user_account u on u.id = i.user_id left join billing_profile p on p.user_id = i.user_id
      left join (
        select distinct l.invoice_id from invoice_line l join invoice whole on whole.id = l.invoice_id
        where l.invoice_id = any(${[...ids]}::uuid[]) and l.currency <> whole.currency
      ) as foreigner on foreigner.invoice_id = i.id
      where i.id = any(${[...ids]}::uuid[]) and i.state <> 'issued'
    ) as judged where judged.id = i.id`.execute(ctx.db);
}
