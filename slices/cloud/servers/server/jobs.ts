import { sql } from 'kysely';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { definePeriodicJob } from '../../../../server/platform/tasks/periodicJobs.ts';
import { startTask } from '../../../../server/platform/tasks/startTask.ts';
import { reconcile } from './engine/reconcile.ts';
import { resourceOf } from './store/openTasks.ts';
import { expireSnapshots } from './tasks/expire.ts';
import { purgeTask } from './tasks/trash.ts';

const reconcileJob = definePeriodicJob({
  name: 'servers.reconcile',
  everySeconds: 25,
  run: (ctx) => reconcile(ctx),
});

/** Permanently deletes servers whose retention time in the Trash is over. */
const emptyTrashJob = definePeriodicJob({
  name: 'servers.emptyBin',
  everySeconds: 60,
  async run(ctx) {
    await ctx.db.transaction().execute(async (trx) => {
      const inner = withDb(ctx, trx);
      const { rows } = await sql<{ id: string; name: string; siteId: string; ownerId: string }>`
        select s.id, s.name, s.site_id as "siteId", s.owner_id as "ownerId" from server s
        where s.state = 'bin' and s.bin_until <= now() and not exists (select from task t where t.resource = 'server:' || s.id and t.completed_at is null)
        order by s.id limit 100 for update`.execute(trx);
      for (const { id, name, siteId, ownerId } of rows)
        await startTask(inner, purgeTask, {
          input: { serverId: id },
          target: { type: 'server', id, name },
          resource: resourceOf(id),
          siteId,
          ownerId,
        });
    });
  },
});

/**
 * Deletes expired snapshots and those beyond the retention count of their schedule, oldest first
 * and one per server at a time.
 */
const expireJob = definePeriodicJob({
  name: 'servers.expireSnapshots',
  everySeconds: 60,
  async run(ctx) {
    await ctx.db.transaction().execute((trx) => expireSnapshots(withDb(ctx, trx)));
  },
});

export const serverJobs = [reconcileJob, emptyTrashJob, expireJob];
