import { useSyncExternalStore } from 'react';

/** The sign-in of newly created servers. */
export interface MadePassword {
  serverIds: readonly string[];
  /** Null when the image determines it. */
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
 * Kept only in the memory of this page until it is closed, the password is dismissed, or the next
 * servers are created. The password is never stored.
 */
export const offerPassword = (next: MadePassword): void => set(next);
export const clearPassword = (): void => set(null);

/**
 * The most recently generated password, if it belongs to this server. Without `serverId`, for any
 * server. Otherwise null.
 */
export function useMadePassword(serverId?: string): MadePassword | null {
  const current = useSyncExternalStore(subscribe, () => made);
  if (!current) return null;
  return serverId === undefined || current.serverIds.includes(serverId) ? current : null;
}
