import { sql } from 'kysely';
import * as z from 'zod';
import { UserError } from '../../../../../contract/errors/errors.ts';
import { render } from '../../../../../contract/errors/messages.ts';
import { eachLanguage, type LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { singleContribution } from '../../../../../server/platform/hooks.ts';
import { writeMonth } from '../../../../../server/platform/notify/index.ts';
import { defineTask, type TaskContext } from '../../../../../server/platform/tasks/task.ts';
import { localize } from '../../texts/localize.ts';
import { announceRun, blockingOf, companyFaults, taxesOfMonth } from '../company.ts';
import { issueInvoice } from '../issue.ts';
import {
  concurrentBatches,
  listInvoiceBatches,
  type RunScope,
  settleCustomers,
  writeLines,
} from './lines.ts';
import { logInvoice } from './log.ts';
import { usageMetering } from './metering.ts';
import { firstDay, sitesOf } from './periods.ts';

const input = z.strictObject({ companyId: z.uuid(), period: z.string(), issues: z.boolean() });
type Input = z.output<typeof input>;
type Task = TaskContext<Input>;

async function scopeOf({ ctx, input: { companyId, period }, cmdId }: Task): Promise<RunScope> {
  return { companyId, period, cmdId, siteIds: await sitesOf(ctx, companyId) };
}

const runCondition = ({ input: { companyId, period } }: Task) =>
  sql`company_id = ${companyId} and period = ${firstDay(period)}::date`;
const percent = (done: number, all: number): number => Math.round((100 * done) / Math.max(1, all));

/** Assigns usage to invoices. Existing assignments don't change. */
async function assignUsage(task: Task): Promise<void> {
  const scope = await scopeOf(task);
  await task.write(async (ctx) => {
    // If the run doesn't issue, late readings can still be added.
    const metering = singleContribution(ctx, usageMetering);
    if (task.input.issues) await metering.closeMonth(ctx, scope.siteIds, scope.period);
    else await metering.meterSites(ctx, scope.siteIds);
    await settleCustomers(ctx, scope);
  });
}

/**
 * Writes batches of several hundred customers, two at a time. Each batch is written completely or
 * not at all. Customers already written by this task are skipped.
 */
async function write(task: Task): Promise<void> {
  const scope = await scopeOf(task);
  const faults = blockingOf(
    await companyFaults(task.ctx, scope.companyId, taxesOfMonth(scope.companyId, scope.period)),
  );
  const all = await count(task, sql`state <> 'issued'`);
  const batches = await listInvoiceBatches(task.ctx, scope);
  while (batches.length > 0) {
    task.signal.throwIfAborted();
    await task.writeAll(
      batches
        .splice(0, concurrentBatches)
        .map((batch) => (ctx) => writeLines(ctx, scope, batch, faults)),
    );
    task.progress(
      percent(await count(task, sql`state <> 'issued' and rated_by = ${task.cmdId}`), all),
    );
    await task.write((ctx) => announceRun(ctx, scope.companyId));
  }
}

/**
 * Issues customer by customer, each in a separate transaction. A rejected invoice doesn't block the
 * others.
 */
async function issue(task: Task): Promise<void> {
  if (!task.input.issues) return;
  const isPending = sql`state = 'draft' and tried_by is distinct from ${task.cmdId}`;
  const all = await count(task, sql`rated_by = ${task.cmdId}`);
  const { rows } = await sql<{
    id: string;
  }>`select id from invoice where ${runCondition(task)} and ${isPending} order by user_id`.execute(
    task.ctx.db,
  );
  let done = all - rows.length;
  for (const { id } of rows) {
    task.signal.throwIfAborted();
    await issueOne(task, id);
    done += 1;
    task.progress(percent(done, all));
    if (done % 25 === 0) await refetchRun(task);
  }
}

async function issueOne(task: Task, invoiceId: string): Promise<void> {
  try {
    await task.write((ctx) => issueInvoice(ctx, invoiceId, task.cmdId));
  } catch (error) {
    const reason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!reason) throw error;
    const problem = eachLanguage((language) => render(reason.name, language, reason.values));
    await task.write((ctx) =>
      blockInvoice(ctx, invoiceId, task.cmdId, localize('task.notIssued', { problem })),
    );
  }
}

async function blockInvoice(
  ctx: Context,
  invoiceId: string,
  cmdId: number,
  reason: LocalizedText,
): Promise<void> {
  await sql`update invoice set state = 'blocked', faults = '{refused}', tried_by = ${cmdId} where id = ${invoiceId} and state <> 'issued'`.execute(
    ctx.db,
  );
  await logInvoice(ctx, [invoiceId], reason);
}

async function finish(task: Task): Promise<void> {
  await task.write(async (ctx) => {
    await sql`update invoicing_run set is_done = true where ${runCondition(task)} and cmd_id = ${task.cmdId}`.execute(
      ctx.db,
    );
  });
  await refetchRun(task);
  const blocked = await count(task, sql`state = 'blocked'`);
  if (blocked === 0) return;
  await task.warn(localize('task.finish.blockedInvoicesValidationPage', { blocked }));
}

async function count(task: Task, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from invoice where ${runCondition(task)} and ${condition}`.execute(
    task.ctx.db,
  );
  return rows[0]?.count ?? 0;
}

const refetchRun = (task: Task) => announceRun(task.ctx, task.input.companyId);

export const invoicingRun = defineTask<Input>({
  type: 'invoicing.run',
  title: ({ period }, { name }) =>
    localize('invoicingRun', { period: (language) => writeMonth(period, language), name }),
  input,
  isCancellable: true,
  steps: [
    { name: 'customers', title: localize('task.steps.findingCustomers'), do: assignUsage },
    { name: 'lines', title: localize('task.steps.creatingLines'), weight: 5, do: write },
    {
      name: 'issue',
      title: localize('task.steps.issuingInvoices'),
      weight: 10,
      do: issue,
    },
    { name: 'finish', title: localize('task.steps.finishing'), do: finish },
  ],
});
