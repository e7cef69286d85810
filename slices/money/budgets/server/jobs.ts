import { sql } from 'kysely';
import * as z from 'zod';
import { inOwnTransaction } from '../../../../server/platform/audit/inOwnTransaction.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { defineSetting, readSetting } from '../../../../server/platform/settings/settings.ts';
import {
  definePeriodicJob,
  defineRetention,
} from '../../../../server/platform/tasks/periodicJobs.ts';
import { localize } from '../texts/localize.ts';
import { checkBudgets } from './check.ts';
import { runStops } from './powerOff.ts';

export const checkMinutes = defineSetting({
  id: 'budgets.checkMinutes',
  schema: z
    .int()
    .min(1)
    .max(24 * 60),
  fallback: 10,
  level: 'root',
  access: 'portal.manage',
  title: localize('checkMinutes'),
});

/** The operation name in the portal's log. */
const operation = 'budgets.check';
/** Budgets per transaction. */
const batchSize = 1000;

const isDue = (now: Date, minutes: number) => sql`(
  b.checked_at is null or b.checked_at <= ${new Date(now.getTime() - minutes * 60_000)} or b.month_ends <= ${now})`;

/**
 * Checks all due budgets. A failing budget doesn't affect the others and is retried in the next
 * round.
 */
export async function checkDue(ctx: Context): Promise<void> {
  const minutes = await readSetting(ctx, checkMinutes);
  const { rows } = await sql<{ id: string }>`
    select b.id from budget b join user_account owner on owner.id = b.owner_id
    where ${isDue(ctx.clock.now(), minutes)} and owner.deleted_at is null order by b.id`.execute(
    ctx.db,
  );
  for (let from = 0; from < rows.length; from += batchSize) {
    const ids = rows.slice(from, from + batchSize).map(({ id }) => id);
    await checkBatch(ctx, ids, minutes).catch(async (error: unknown) => {
      ctx.log.warn(
        { err: error },
        'Budgets couldn’t be checked together and are checked one by one',
      );
      for (const id of ids)
        await checkBatch(ctx, [id], minutes).catch((reason: unknown) =>
          ctx.log.warn(
            { err: reason, budget: id },
            'A budget couldn’t be checked and will be checked again',
          ),
        );
    });
  }
}

/** Skips budgets that another worker has locked or has already checked. */
async function checkBatch(ctx: Context, ids: readonly string[], minutes: number): Promise<void> {
  await inOwnTransaction(ctx, operation, async (inner) => {
    const { rows } = await sql<{ id: string }>`
      select b.id from budget b where b.id = any(${[...ids]}::uuid[]) and ${isDue(ctx.clock.now(), minutes)}
      order by b.id for update skip locked`.execute(inner.db);
    if (rows.length > 0)
      await checkBudgets(
        inner,
        rows.map(({ id }) => id),
      );
  });
}

const checking = definePeriodicJob({
  name: 'budgets.check',
  everySeconds: 30,
  async run(ctx) {
    await checkDue(ctx);
    await runStops(ctx);
  },
});

const retention = [
  defineRetention({ name: 'budgets.forgetEvents', table: 'budget_event', at: 'at', days: 400 }),
  defineRetention({
    name: 'budgets.forgetServers',
    table: 'budget_server',
    at: 'seen_at',
    days: 400,
  }),
];

export const budgetJobs = [checking, ...retention];
