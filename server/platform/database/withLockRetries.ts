import type pg from 'pg';

const attempts = 20;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/**
 * Runs the work in a transaction that waits at most one second for a table lock, and retries if the
 * lock isn't available. Otherwise, work blocked by a long transaction would block the whole portal.
 */
export async function withLockRetries(
  client: pg.Client,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query("set local lock_timeout = '1s'");
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const { code } = error as { code?: string };
      if ((code !== lockNotAvailable && code !== deadlockDetected) || attempt === attempts)
        throw error;
    }
  }
}
