import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';
import { type Answer, type CallError, type Calls, call, type Operation } from '../client.ts';
import { addTopics, isLive, onLiveChange } from './live.ts';
import { topicsOf } from './topics.ts';

/** The read-only operations. */
export type ReadOperation = {
  [K in Operation]: Contract[K] extends Endpoint & { changes: false } ? K : never;
}[Operation];

export interface ReadOptions {
  /** Topics of live events that reload the data, in addition to those of the operation. */
  moreTopics?: readonly string[];
  /** The polling interval without live events (specification section 9), in ms. */
  pollMs?: number;
  /**
   * The polling interval even with live events, in ms. For data that changes continuously, such as
   * a server's load.
   */
  alwaysMs?: number;
  isEnabled?: boolean;
  /** Whether the rows of the previous page stay visible while the next page loads. */
  keepsPrevious?: boolean;
}

export const keyOf = (operation: Operation, input: unknown): readonly unknown[] => [
  operation,
  input ?? {},
];

/**
 * Reads an operation and keeps it up to date with live events, or with polling if there are none.
 */
export function useCall<K extends ReadOperation>(
  operation: K,
  input: Calls[K]['in'],
  options: ReadOptions = {},
): UseQueryResult<Answer<K>, CallError> {
  const moreTopics = options.moreTopics ?? [];
  addTopics([...topicsOf(operation, input), ...moreTopics]);
  const hasEvents = useSyncExternalStore(onLiveChange, isLive);
  const fallbackMs = hasEvents ? false : (options.pollMs ?? false);
  return useQuery<Answer<K>, CallError>({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) =>
      (
        call as (
          operation: Operation,
          input: unknown,
          options: { signal: AbortSignal },
        ) => Promise<Answer<K>>
      )(operation, input, {
        signal,
      }),
    refetchInterval: options.alwaysMs ?? fallbackMs,
    enabled: options.isEnabled ?? true,
    meta: { topics: moreTopics },
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}
