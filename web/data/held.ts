import type { Query } from '@tanstack/react-query';
import { callOf } from '../calls.ts';
import { addressOf, type Operation } from '../client.ts';
import { queryClient } from './queryClient.ts';

/**
 * The time for a screen or dialog to close after its change, in ms. Until then, data that the
 * change may have removed isn't refetched.
 */
export const leavingMs = 2_000;

type Params = Readonly<Record<string, string>>;

/** For each change that is running or was just made, which reads wait for it. */
const holds = new Set<(query: Query) => boolean>();

/**
 * Whether the query must not be refetched yet, because a change of this tab may have removed its
 * data.
 */
export function isHeld(query: Query): boolean {
  return [...holds].some((holdsBack) => holdsBack(query));
}

/**
 * Call it when a change is sent, because events about the change can arrive before its response.
 * Until the returned function is called with the outcome, two kinds of reads wait: those of data
 * that a deletion removes, and previews, which show the effect of a change. A preview of
 * removing a network interface can't be calculated once the interface is removed.
 *
 * After a success they wait another `leavingMs`, because the screen or dialog usually closes.
 * Data that is still visible then is refetched, because some objects can be read after their
 * deletion.
 */
export function holdReads(operation: Operation, params: Params): (isDone: boolean) => void {
  const isDeletion = callOf(operation).method === 'DELETE';
  const address = addressOf(operation, { params });
  const holdsBack = (query: Query): boolean =>
    isPreview(query) || (isDeletion && isBelow(queryUrl(query), address));
  const release = (): void => {
    holds.delete(holdsBack);
    void queryClient.refetchQueries({
      type: 'active',
      predicate: (query) => query.state.isInvalidated && holdsBack(query) && !isHeld(query),
    });
  };
  holds.add(holdsBack);
  return (isDone) => (isDone ? void setTimeout(release, leavingMs) : release());
}

/** Reads are GET requests, except for previews, which send the change. */
const isPreview = ({ queryKey }: Query): boolean =>
  callOf(queryKey[0] as Operation).method !== 'GET';

const isBelow = (address: string, other: string): boolean =>
  address === other || address.startsWith(`${other}/`);

function queryUrl({ queryKey }: Query): string {
  const [operation, input] = queryKey as [Operation, { params?: Params }];
  return addressOf(operation, { params: input.params ?? {} });
}
