import type { Query } from '@tanstack/react-query';
import { callOf } from '../calls.ts';
import { addressOf, type Operation } from '../client.ts';
import { queryClient } from './queryClient.ts';

/**
 * How long a screen or dialog is given to close after its change, in ms. Meanwhile, what the change
 * may have removed isn't read again.
 */
export const leavingMs = 2_000;

type Params = Readonly<Record<string, string>>;

/** For each change that is running or was just made: which reads wait for it. */
const holds = new Set<(query: Query) => boolean>();

/** Whether the query must not be read again yet, because a change of this tab may have removed it. */
export function isHeld(query: Query): boolean {
  return [...holds].some((holdsBack) => holdsBack(query));
}

/**
 * A change was sent: events of it can arrive before the answer. Until the returned function is
 * called with the outcome, two kinds of reads wait: what a deletion removes, and previews, which
 * show what a change would do. A preview of removing a network interface can't be calculated once
 * the interface is removed.
 *
 * After a success they wait another `leavingMs`, because the screen or dialog usually closes. What
 * is still visible then is read again, because some objects can be read after their deletion.
 */
export function holdReads(operation: Operation, params: Params): (isDone: boolean) => void {
  const isDeletion = callOf(operation).method === 'DELETE';
  const address = addressOf(operation, { params });
  const holdsBack = (query: Query): boolean =>
    isPreview(query) || (isDeletion && isBelow(addressOfQuery(query), address));
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

/** Reads are GET requests, except previews: these send the change. */
const isPreview = ({ queryKey }: Query): boolean =>
  callOf(queryKey[0] as Operation).method !== 'GET';

const isBelow = (address: string, other: string): boolean =>
  address === other || address.startsWith(`${other}/`);

function addressOfQuery({ queryKey }: Query): string {
  const [operation, input] = queryKey as [Operation, { params?: Params }];
  return addressOf(operation, { params: input.params ?? {} });
}
