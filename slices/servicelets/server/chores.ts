import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { dropOld, settleEnded } from './store.ts';

const keptDays = 90;

/** The specification's interval of the servicelet command queue. */
const settling = defineChore({
  name: 'servicelets.settle',
  everySeconds: 10,
  async run(ctx) {
    await settleEnded(ctx);
  },
});

const forgetting = defineChore({
  name: 'servicelets.forget',
  everySeconds: 3600,
  run: (ctx) => dropOld(ctx, keptDays),
});

export const serviceletChores = [settling, forgetting];
