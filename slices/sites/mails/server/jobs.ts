import { sql } from 'kysely';
import {
  definePeriodicJob,
  type PeriodicJob,
} from '../../../../server/platform/tasks/periodicJobs.ts';
import { retentionDays } from './delivery/state.ts';

/** How long the lists show a message, in days. */
const listedDays = 90;

const purgeMails = definePeriodicJob({
  name: 'mails.forget',
  everySeconds: 3600,
  async run(ctx) {
    const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * 24 * 3_600_000);
    for (const table of [sql.table('mail_message'), sql.table('sms_message')]) {
      await sql`update ${table} set content = null
        where content is not null and state <> 'waiting' and created_at < ${daysAgo(retentionDays)}`.execute(
        ctx.db,
      );
      await sql`delete from ${table} where state <> 'waiting' and created_at < ${daysAgo(listedDays)}`.execute(
        ctx.db,
      );
    }
  },
});

export const mailJobs: readonly PeriodicJob[] = [purgeMails];
