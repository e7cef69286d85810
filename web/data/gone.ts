import type { Query } from '@tanstack/react-query';
import { addressOf, type Operation } from '../client.ts';
import { queryClient } from './queryClient.ts';

/**
 * How long the screen of a deleted object is given to be left, in ms. Meanwhile it's not reloaded:
 * there's nothing left to read.
 */
export const leavingMs = 2_000;

/** Addresses being deleted or just deleted, each with how many deletions of it still count. */
const deleted = new Map<string, number>();

const isBelow = (address: string, other: string): boolean =>
  address === other || address.startsWith(`${other}/`);

function addressOfQuery({ queryKey }: Query): string {
  const [operation, input] = queryKey as [Operation, { params?: Record<string, string> }];
  return addressOf(operation, { params: input.params ?? {} });
}

/** Whether the query reads what this tab is deleting or has just deleted. */
export function isGone(query: Query): boolean {
  if (deleted.size === 0) return false;
  const address = addressOfQuery(query);
  return [...deleted.keys()].some((other) => isBelow(address, other));
}

/** The address is being deleted: events of it, which can arrive before the answer, reload nothing. */
export function startDeletion(address: string): void {
  deleted.set(address, (deleted.get(address) ?? 0) + 1);
}

/**
 * The deletion was answered. After a rejection, the object is readable at once. After a success, it
 * stays unread for `leavingMs`; a screen that still shows it then is reloaded, because some objects
 * can be read after their deletion.
 */
export function endDeletion(address: string, isDone: boolean): void {
  if (!isDone) forget(address);
  else
    setTimeout(() => {
      forget(address);
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.isInvalidated && isBelow(addressOfQuery(query), address),
      });
    }, leavingMs);
}

function forget(address: string): void {
  const others = (deleted.get(address) ?? 1) - 1;
  if (others > 0) deleted.set(address, others);
  else deleted.delete(address);
}
