import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { requireRight } from '../../../../server/platform/access/scope.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { cancelTask } from '../../../../server/platform/tasks/cancelTask.ts';
import { localizedText } from '../../../../server/platform/tasks/failure.ts';
import { queueEndpoints } from '../contract.ts';
import { describeFailure, describeStep, describeTask } from './describe.ts';
import { readLog, readQueue, readSteps, readTask, readUsualSeconds } from './store.ts';

export const queueRoutes = routes(queueEndpoints, {
  listQueue: async (ctx, { query }) => {
    const page = await readQueue(ctx, query, (row) => row);
    const runningTypes = page.items.filter((row) => row.state === 'running').map((row) => row.type);
    const usualSeconds = await readUsualSeconds(ctx, [...new Set(runningTypes)]);
    return { ...page, items: page.items.map((row) => describeTask(ctx, row, usualSeconds)) };
  },
  getQueueCommand: async (ctx, { params }) => {
    const row = await readTask(ctx, params.id);
    const usualSeconds = await readUsualSeconds(ctx, row.state === 'running' ? [row.type] : []);
    const [steps, log] = [await readSteps(ctx, row.id), await readLog(ctx, row.id)];
    return {
      ...describeTask(ctx, row, usualSeconds),
      steps: steps.map((step) => describeStep(ctx, step)),
      log: log.map((line) => ({
        dt: line.at.toISOString(),
        entry: localizedText(line.entry, ctx.language),
      })),
      failure: describeFailure(ctx, row),
    };
  },
  cancelQueueCommand: async (ctx, { params }) => {
    const row = await readTask(ctx, params.id);
    requireRight(row, requiredRightFor('tasks.cancel'), row.target_name);
    ctx.note({
      targetType: row.target_type,
      targetId: row.target_id,
      detail: { cmdId: row.id, type: row.type },
    });
    await cancelTask(ctx, row.id);
  },
});
