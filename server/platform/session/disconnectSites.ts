import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Ends the sessions of a site and all its child sites. Returns the number of ended sessions. */
export async function disconnectSites(db: Database, path: string, at: Date): Promise<number> {
  const result = await sql`
    update session set ended_at = ${at}, end_reason = 'disconnected'
    where ended_at is null
      and site_id in (select id from site where path = ${path} or path like ${`${path}/%`})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}
