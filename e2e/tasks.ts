import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { createLog } from '../server/platform/log.ts';
import { systemContext } from '../server/platform/systemContext.ts';
import { startTask } from '../server/platform/tasks/startTask.ts';
import { defineTask } from '../server/platform/tasks/task.ts';
import type { TestClient } from '../server/testing/client.ts';
import type { Harness } from './harness.ts';

const waitingTask = defineTask({
  type: 'journey.wait',
  input: z.strictObject({}),
  isCancellable: true,
  title: () => ({ en: 'Prepare the sample', he: 'הכנת הדוגמה', ar: 'Prepare the sample' }),
  steps: [
    {
      name: 'first',
      title: { en: 'First step', he: 'צעד ראשון', ar: 'First step' },
      do: async () => {},
    },
    {
      name: 'second',
      title: { en: 'Second step', he: 'צעד שני', ar: 'Second step' },
      do: async () => {},
    },
  ],
});

/**
 * Adds a task of this user to the queue and returns its ID. In a harness with the role `api` the
 * task keeps waiting, because there is no worker.
 */
export async function startWaitingTask({ app }: Harness, owner: TestClient): Promise<number> {
  const { services, sites } = app.portal;
  const site = await sites.forHost('127.0.0.1');
  const target = { type: 'sample', id: randomUUID(), name: 'sample-1' };
  return await services.database.db.transaction().execute(async (db) => {
    const ctx = { ...systemContext(services, { site, log: createLog('fatal') }), db };
    const task = {
      input: {},
      target,
      resource: `sample:${target.id}`,
      siteId: site.id,
      ownerId: owner.userId,
    };
    return (await startTask(ctx, waitingTask, task)).cmdId;
  });
}
