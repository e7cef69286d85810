import type { Query } from '@tanstack/react-query';
import { callOf } from '../calls.ts';
import { addressOf, type Operation } from '../client.ts';
import { queryClient } from './queryClient.ts';

/**
 * The time for a screen or dialog to close after its change, in ms. Until then, data that the
 * change may have removed isn't refetched.
 */
export const releaseDelayMs = 2_000;

type Params = Readonly<Record<string, string>>;

/** For each change that is running or was just made, which reads wait for it. */
const blockers = new Set<(query: Query) => boolean>();

/**
 * Whether the query must not be refetched yet, because a change of this tab may have removed its
 * data.
 */
export function isHeld(query: Query): boolean {
  return [...blockers].some((blocksQuery) => blocksQuery(query));
}

/**
 * Call it when a change is sent, because events about the change can arrive before its response.
 * Until the returned function is called with the outcome, two kinds of reads wait: those of data
 * that a deletion removes, and previews, which show the effect of a change. A preview of
 * removing a network interface can't be calculated once the interface is removed.
 *
 * After a success they wait another `releaseDelayMs`, because the screen or dialog usually closes.
 * Data that is still visible then is refetched, because some objects can be read after their
 * deletion.
 */
export function blockReads(operation: Operation, params: Params): (isDone: boolean) => void {
  const isDeletion = callOf(operation).method === 'DELETE';
  const address = addressOf(operation, { params });
  const blocksQuery = (query: Query): boolean =>
    isPreview(query) || (isDeletion && isAtOrBelow(queryUrl(query), address));
  const release = (): void => {
    blockers.delete(blocksQuery);
    void queryClient.refetchQueries({
      type: 'active',
      predicate: (query) => query.state.isInvalidated && blocksQuery(query) && !isHeld(query),
    });
  };
  blockers.add(blocksQuery);
  return (isDone) => (isDone ? void setTimeout(release, releaseDelayMs) : release());
}

/** Reads are GET requests, except for previews, which send the change. */
const isPreview = ({ queryKey }: Query): boolean =>
  callOf(queryKey[0] as Operation).method !== 'GET';

const isAtOrBelow = (address: string, other: string): boolean =>
  address === other || address.startsWith(`${other}/`);

function queryUrl({ queryKey }: Query): string {
  const [operation, input] = queryKey as [Operation, { params?: Params }];
  return addressOf(operation, { params: input.params ?? {} });
}
