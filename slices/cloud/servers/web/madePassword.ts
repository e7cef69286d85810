import { useSyncExternalStore } from 'react';

/** The sign-in of newly created servers. */
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
 * Kept only by this page until it's closed or dismissed, or the next servers are created. No
 * password is stored.
 */
export const offerPassword = (next: MadePassword): void => set(next);
export const clearPassword = (): void => set(null);

/**
 * The password of what was made last, where it belongs to this server, or without one to several of
 * a list; else null.
 */
export function useMadePassword(serverId?: string): MadePassword | null {
  const current = useSyncExternalStore(subscribe, () => made);
  if (!current) return null;
  return serverId === undefined || current.serverIds.includes(serverId) ? current : null;
}
