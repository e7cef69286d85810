import type pg from 'pg';

const attempts = 20;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/**
 * Runs the work in a transaction that waits at most a second for a table lock, and again when it
 * does not get one: work that meets a long transaction must not stop the whole portal behind it.
 */
export async function patiently(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
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
