import type { Context } from '../../../server/platform/context.ts';
import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { maxSteps } from '../contract.ts';
import { applyNext } from './apply.ts';
import { owing, readCases } from './cases.ts';
import { notePauses, resumeSpared } from './pauses.ts';
import { dueStep } from './plan.ts';
import { closeSettled } from './settled.ts';

/** Does every step whose day has come. What goes wrong with one customer holds up no other and is tried again in the next round. */
export async function applyDue(ctx: Context): Promise<void> {
  await closeSettled(ctx);
  await notePauses(ctx);
  const cases = await readCases(ctx, owing);
  await resumeSpared(ctx, cases);
  const due = cases.filter((found) => found.isOn && dueStep(found) !== null);
  for (const found of due) {
    try {
      for (let count = 0; count < maxSteps; count++) if (!(await applyNext(ctx, found))) break;
    } catch (error) {
      ctx.log.warn({ err: error, user: found.userId, document: found.document.number }, 'a step about an unpaid document is tried again');
    }
  }
  await closeSettled(ctx);
}

export const dunningChores = [defineChore({ name: 'dunning.apply', everySeconds: 600, run: applyDue })];
