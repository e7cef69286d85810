import pLimit, { type LimitFunction } from 'p-limit';
import { UserError } from '../../../../contract/errors/errors.ts';

/** A third of a process's connections, so that one account leaves enough for all others. */
const concurrency = 4;
/** Maximum queue length. Further calls are rejected with a request to slow down. */
const maxQueueLength = 500;

/** Runs a limited number of tasks per account at a time and queues the rest in order of arrival. */
export interface TaskQueue {
  /** Throws `slowDown` if the account's queue is full. */
  take<T>(account: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits the concurrent calls of an account. Its reads could take every connection. Its changes
 * often wait in the database for the lock on the paying account's row, each with its own
 * connection, so a hundred of them would block everyone else. Calls queued here wait without a
 * connection.
 */
export function createAccountLimiter(): TaskQueue {
  const limits = new Map<string, LimitFunction>();

  return {
    async take(account, work) {
      const limit = limits.get(account) ?? pLimit(concurrency);
      if (limit.pendingCount >= maxQueueLength)
        throw new UserError([{ name: 'slowDown', values: { seconds: 5 } }], 5);
      limits.set(account, limit);
      try {
        return await limit(work);
      } finally {
        // Accounts without work are removed, so that the map doesn't grow indefinitely.
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(account);
      }
    },
  };
}
