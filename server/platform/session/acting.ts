import type { Database } from '../database/database.ts';

/** The account on which the user of a session acts. */
export interface ActingSession {
  userId: string;
  until: Date;
  /** Whether changes are allowed, or only reading. */
  mayChange: boolean;
}

/** Makes the session act for another account, or for its own again (null). */
export async function setActing(
  db: Database,
  idHash: Buffer,
  acting: ActingSession | null,
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      acting_for: acting?.userId ?? null,
      acting_until: acting?.until ?? null,
      acting_may_change: acting?.mayChange ?? false,
    })
    .where('id_hash', '=', idHash)
    .execute();
}
