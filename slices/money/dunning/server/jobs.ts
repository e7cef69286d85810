import type { Context } from '../../../../server/platform/context.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { maxSteps } from '../contract.ts';
import { applyNext } from './apply.ts';
import { type Case, owing, readCases } from './judgement/cases.ts';
import { dueStep } from './judgement/plan.ts';
import { closeSettled } from './judgement/settled.ts';
import { notePauses, resumeSpared } from './pauses.ts';

/**
 * How many customers are processed at the same time, so that the database writes one while the next
 * is worked on.
 */
const lanes = 3;

/**
 * Executes all due steps. A failure for one customer doesn't affect the others and is retried in
 * the next round.
 */
export async function applyDue(ctx: Context): Promise<void> {
  await closeSettled(ctx);
  await notePauses(ctx);
  const cases = await readCases(ctx, owing);
  await resumeSpared(ctx, cases);
  const due = cases.filter((found) => found.isOn && dueStep(found) !== null);
  if (due.length === 0) return;
  const customers = Map.groupBy(due, ({ userId }) => userId).values();
  await Promise.all(Array.from({ length: lanes }, () => lane(ctx, customers)));
  await closeSettled(ctx);
}

/**
 * Customer after customer of those that no lane has begun with; the cases of one follow each other.
 */
async function lane(ctx: Context, customers: Iterable<Case[]>): Promise<void> {
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
