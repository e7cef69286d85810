import { sql } from 'kysely';
import {
  definePeriodicJob,
  type PeriodicJob,
} from '../../../../server/platform/tasks/periodicJobs.ts';

/** Deletes expired rows, so that anonymous attempts can't fill the tables. */
const statements = [
  sql`delete from account_token where expires_at < now() - interval '1 day'`,
  sql`delete from login_challenge where expires_at < now() - interval '1 day'`,
  sql`delete from phone_verification where expires_at < now() - interval '1 day'`,
  sql`delete from spent_proof where expires_at < now() - interval '1 day'`,
  sql`delete from remembered_browser where expires_at < now()`,
  sql`delete from pace where begun_at < now() - interval '2 days'`,
  sql`delete from login_lock where first_failure_at < now() - interval '2 days'`,
  sql`delete from login_event where user_id is null and at < now() - interval '7 days'`,
  sql`delete from login_event where at < now() - interval '400 days'`,
];

export const credentialJobs: readonly PeriodicJob[] = [
  definePeriodicJob({
    name: 'credentials.forget',
    everySeconds: 3600,
    async run(ctx) {
      for (const statement of statements) await statement.execute(ctx.db);
    },
  }),
];
