import { defineChore, defineForgetting } from '../../../server/platform/tasks/chores.ts';
import { deliverDue } from './deliver.ts';
import { evaluate } from './evaluate.ts';

const evaluating = defineChore({
  name: 'alerts.evaluate',
  everySeconds: 30,
  async run(ctx) {
    await evaluate(ctx);
  },
});

const delivering = defineChore({
  name: 'alerts.deliver',
  everySeconds: 5,
  async run(ctx) {
    await deliverDue(ctx);
  },
});

const forgetting = defineForgetting({
  name: 'alerts.forget',
  table: 'alert_event',
  at: 'at',
  days: 400,
});

export const alertChores = [evaluating, delivering, forgetting];
