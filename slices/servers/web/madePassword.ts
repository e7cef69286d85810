import { useSyncExternalStore } from 'react';

/** What one signs in with to servers that were just made. */
export interface MadePassword {
  serverIds: readonly string[];
  /** Null: the image decides. */
  user: string | null;
  password: string;
}

let made: MadePassword | null = null;
const listeners = new Set<() => void>();

const set = (next: MadePassword | null): void => {
  made = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Kept by this page alone, until it is closed, put away or the next servers are made: nothing
 * stores a password.
 */
export const offerPassword = (next: MadePassword): void => set(next);
export const putPasswordAway = (): void => set(null);

/**
 * The password of what was made last, where it belongs to this server, or without one to several of
 * a list; else null.
 */
export function useMadePassword(serverId?: string): MadePassword | null {
  const current = useSyncExternalStore(subscribe, () => made);
  if (!current) return null;
  return serverId === undefined || current.serverIds.includes(serverId) ? current : null;
}
