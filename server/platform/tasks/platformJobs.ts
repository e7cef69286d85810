import { makeWorkerUtils } from 'graphile-worker';
import { sql } from 'kysely';
import { sealAudit } from '../audit/audit.ts';
import { definePeriodicJob, type PeriodicJob } from './periodicJobs.ts';
import { releaseLostTasks, wakeAbandoned } from './running/lease.ts';
import { libraryLogger } from './running/wakeUps.ts';
import { withTaskTables } from './tables.ts';
import type { TaskTiming } from './timing.ts';

const sealJob = definePeriodicJob({
  name: 'audit.seal',
  everySeconds: 2,
  async run(ctx) {
    const batch = 500;
    while ((await sealAudit(ctx.db, batch)) === batch);
  },
});

const purgeIdempotency = definePeriodicJob({
  name: 'idempotency.forget',
  everySeconds: 3600,
  async run(ctx) {
    await sql`delete from idempotency where created_at < now() - interval '7 days'`.execute(ctx.db);
  },
});

/**
 * How long completed tasks are shown in the queue. Stuck tasks remain until they are resolved
 * manually.
 */
const retentionDays = 90;

const purgeTasks = definePeriodicJob({
  name: 'task.forget',
  everySeconds: 3600,
  async run(ctx) {
    const db = withTaskTables(ctx.db);
    const batch = 1000;
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from task where id in (
          select id from task where completed_at < now() - ${retentionDays} * interval '1 day' and not is_stuck order by completed_at limit ${batch}
        )`.execute(db);
      if (Number(numAffectedRows ?? 0) < batch) return;
    }
  },
});

/** The platform's own periodic jobs. */
export const platformJobs: readonly PeriodicJob[] = [sealJob, purgeIdempotency, purgeTasks];

/** Periodic jobs that keep the queue running. Every runner includes them. */
export function queueJobs(timing: TaskTiming): PeriodicJob[] {
  const reapJob = definePeriodicJob({
    name: 'task.reap',
    everySeconds: timing.reapEverySeconds,
    async run(ctx) {
      const db = withTaskTables(ctx.db);
      const released = await releaseLostTasks(db, timing.leaseMs);
      if (released.length > 0)
        ctx.log.warn({ tasks: released }, 'Tasks of lost workers were released');
      await wakeAbandoned(db);
    },
  });
  // Deletes wake-up jobs that the library gave up on. Their tasks have been woken again since.
  const cleanupJob = definePeriodicJob({
    name: 'task.tidy',
    everySeconds: 3600,
    async run(ctx) {
      const utils = await makeWorkerUtils({
        pgPool: ctx.services.database.pool,
        logger: libraryLogger(ctx.log),
      });
      try {
        await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS', 'GC_JOB_QUEUES'] });
      } finally {
        await utils.release();
      }
    },
  });
  return [reapJob, cleanupJob];
}
