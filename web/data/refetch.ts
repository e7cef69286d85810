import type { Query } from '@tanstack/react-query';
import { queryClient } from './queryClient.ts';

const followed = new WeakSet<Promise<unknown>>();

/**
 * Reads again what the screens show of these topics. What is being read just now is let finish and
 * read once more: begun anew at each event, on a slow line of a busy portal it would never arrive.
 * `isAnew`: after a line was cut, nothing that was asked before is waited for.
 */
export function refetchTopics(
  concerns: (topics: readonly string[]) => boolean,
  { isAnew = false } = {},
): void {
  const isConcerned = (query: Query): boolean =>
    concerns((query.meta?.topics ?? []) as readonly string[]);
  for (const query of queryClient.getQueryCache().findAll({ predicate: isConcerned })) {
    const read = (): void =>
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    const reading = !isAnew && query.state.fetchStatus === 'fetching' ? query.promise : undefined;
    if (!reading) read();
    else if (!followed.has(reading)) {
      followed.add(reading);
      reading.then(read, read);
    }
  }
}
