import type { Query } from '@tanstack/react-query';
import type { Operation } from '../client.ts';
import { isHeld } from './blockReads.ts';
import { queryClient } from './queryClient.ts';
import { topicsOf } from './topics.ts';

/** The topics that invalidate a query: those of its operation, and those added by its screen. */
export function topicsOfQuery({ queryKey, meta }: Query): string[] {
  const [operation, input] = queryKey as [Operation, { params?: Record<string, string> }];
  return [...topicsOf(operation, input), ...((meta?.topics ?? []) as readonly string[])];
}

const tracked = new WeakSet<Promise<unknown>>();

/**
 * Refetches the visible data of these topics. A running read completes and is then repeated,
 * because on a slow connection to a busy portal it would never complete if every event restarted
 * it. `isAnew`: after a connection loss, running reads aren't awaited.
 */
export function refetchTopics(
  matchesTopics: (topics: readonly string[]) => boolean,
  { isAnew = false } = {},
): void {
  const isAffected = (query: Query): boolean => matchesTopics(topicsOfQuery(query));
  for (const query of queryClient.getQueryCache().findAll({ predicate: isAffected })) {
    const read = (): void =>
      void queryClient.invalidateQueries({
        ...{ queryKey: query.queryKey, exact: true },
        refetchType: isHeld(query) ? 'none' : 'active',
      });
    const pendingRead =
      !isAnew && query.state.fetchStatus === 'fetching' ? query.promise : undefined;
    if (!pendingRead) read();
    else if (!tracked.has(pendingRead)) {
      tracked.add(pendingRead);
      pendingRead.then(read, read);
    }
  }
}
