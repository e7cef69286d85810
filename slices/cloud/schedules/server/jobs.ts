import type { Context } from '../../../../server/platform/context.ts';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { notify } from '../../../../server/platform/notify/index.ts';
import {
  definePeriodicJob,
  defineRetention,
} from '../../../../server/platform/tasks/periodicJobs.ts';
import { missedNotification } from './notifications.ts';
import { nextTime, nextTimes, parseTimes } from './rules/times.ts';
import { runScheduled } from './run.ts';
import { settleRuns } from './settle.ts';
import { announceSchedule, lockDue, type Schedule } from './store.ts';
import { scheduleTables } from './tables.ts';

/**
 * Maximum delay of a run in ms. After that it counts as missed, so that a server scheduled to stop
 * at night doesn't stop in the morning.
 */
export const graceMs = 10 * 60_000;
/** Maximum number of missed runs that are recorded individually. */
const missedMax = 20;

/**
 * Runs all due schedules, each in its own transaction that also stores the next run, so that none
 * runs twice. Returns the number of schedules.
 */
export async function runDue(ctx: Context): Promise<number> {
  for (let done = 0; ; done++) {
    const found = await ctx.db.transaction().execute(async (trx) => {
      const inner = withDb(ctx, trx);
      const schedule = await lockDue(inner);
      if (schedule) await runOne(inner, schedule);
      return schedule !== null;
    });
    if (!found) return done;
  }
}

async function runOne(ctx: Context, schedule: Schedule): Promise<void> {
  const now = ctx.clock.now();
  const times = parseTimes(schedule.times);
  const due = schedule.nextAt ?? now;
  const db = scheduleTables(ctx.db);
  if (now.getTime() - due.getTime() <= graceMs) {
    const results = await runScheduled(ctx, schedule);
    await db
      .insertInto('schedule_run')
      .values({
        schedule_id: schedule.id,
        due_at: due,
        ran_at: now,
        state: 'started',
        results: JSON.stringify(results),
      })
      .execute();
  } else await recordMissed(ctx, schedule, due, now);
  await db
    .updateTable('schedule')
    .set({ next_at: nextTime(times, schedule.timeZone, now) })
    .where('id', '=', schedule.id)
    .execute();
  await announceSchedule(ctx, schedule);
}

/** Records missed runs, which aren't repeated, and notifies the owner. */
async function recordMissed(ctx: Context, schedule: Schedule, due: Date, now: Date): Promise<void> {
  const later = nextTimes(parseTimes(schedule.times), schedule.timeZone, due, missedMax - 1).filter(
    (moment) => moment <= now,
  );
  await scheduleTables(ctx.db)
    .insertInto('schedule_run')
    .values(
      [due, ...later].map((moment) => ({
        schedule_id: schedule.id,
        due_at: moment,
        ran_at: now,
        state: 'missed' as const,
      })),
    )
    .execute();
  await notify(ctx, {
    userId: schedule.ownerId,
    notification: missedNotification,
    values: { name: schedule.name, at: due },
  });
}

const runSchedulesJob = definePeriodicJob({
  name: 'schedules.run',
  everySeconds: 10,
  async run(ctx) {
    await runDue(ctx);
    await settleRuns(ctx);
  },
});

const retention = defineRetention({
  name: 'schedules.forgetRuns',
  table: 'schedule_run',
  at: 'ran_at',
  days: 90,
});

export const scheduleJobs = [runSchedulesJob, retention];
