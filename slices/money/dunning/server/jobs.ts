import type { Context } from '../../../../server/platform/context.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { maxSteps } from '../contract.ts';
import { applyNext } from './apply.ts';
import { type Case, hasAmountsDue, readCases } from './evaluation/cases.ts';
import { closeSettled } from './evaluation/closeSettled.ts';
import { dueStep } from './evaluation/plan.ts';
import { recordPauses, resumeNoLongerDue } from './pauses.ts';

/**
 * The number of customers processed in parallel, so that the database can write one while the next
 * is processed.
 */
const concurrency = 3;

/**
 * Runs all due steps. A failure for one customer doesn't affect the others and is retried in the
 * next round.
 */
export async function applyDue(ctx: Context): Promise<void> {
  await closeSettled(ctx);
  await recordPauses(ctx);
  const cases = await readCases(ctx, hasAmountsDue);
  await resumeNoLongerDue(ctx, cases);
  const dueCases = cases.filter((found) => found.isOn && dueStep(found) !== null);
  if (dueCases.length === 0) return;
  const customers = Map.groupBy(dueCases, ({ userId }) => userId).values();
  await Promise.all(Array.from({ length: concurrency }, () => worker(ctx, customers)));
  await closeSettled(ctx);
}

/**
 * Processes the customers that no other lane has started, one at a time, with all cases of a
 * customer in sequence.
 */
async function worker(ctx: Context, customers: Iterable<Case[]>): Promise<void> {
  for (const cases of customers) for (const found of cases) await applyAll(ctx, found);
}

async function applyAll(ctx: Context, found: Case): Promise<void> {
  try {
    for (let count = 0; count < maxSteps; count++)
      if (!(await applyNext(ctx, found, count === 0 ? found : undefined))) break;
  } catch (error) {
    ctx.log.warn(
      { err: error, user: found.userId, document: found.document.number },
      'A dunning step for an unpaid document will be retried',
    );
  }
}

export const dunningJobs = [
  definePeriodicJob({ name: 'dunning.apply', everySeconds: 600, run: applyDue }),
];
