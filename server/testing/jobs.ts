import { sql } from 'kysely';
import type { Portal } from '../portal.ts';

/** Runs a periodic job immediately instead of at its next scheduled time. */
export async function runJobsOnce(portal: Portal, name: string): Promise<void> {
  await sql`update chore set due_at = now() where name = ${name}`.execute(
    portal.services.database.db,
  );
}
