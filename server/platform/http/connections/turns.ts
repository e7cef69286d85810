import pLimit, { type LimitFunction } from 'p-limit';
import { UserError } from '../../../../contract/errors/errors.ts';

/** A third of a process's connections, so that one account leaves room for all others. */
const atOnce = 4;
/** Maximum queue length. Further calls are rejected with a request to slow down. */
const longestLine = 500;

/** Work of one account: a limited number at a time, the rest in order of arrival. */
export interface Turns {
  /** Throws `slowDown` where too much waits already. */
  take<T>(account: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Limits the concurrent calls of an account. Its reads could take every connection, and its changes
 * often wait for each other in the database, for the row of the paying account, each with its own
 * connection, so a hundred of them would block everyone else. Here they wait without one.
 */
export function openTurns(): Turns {
  const limits = new Map<string, LimitFunction>();

  return {
    async take(account, work) {
      const limit = limits.get(account) ?? pLimit(atOnce);
      if (limit.pendingCount >= longestLine)
        throw new UserError([{ name: 'slowDown', values: { seconds: 5 } }], 5);
      limits.set(account, limit);
      try {
        return await limit(work);
      } finally {
        // Accounts without work are forgotten, so that the map doesn't grow with every account.
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(account);
      }
    },
  };
}
