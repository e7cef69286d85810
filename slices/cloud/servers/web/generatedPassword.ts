import { useSyncExternalStore } from 'react';

/** The sign-in of newly created servers. */
export interface GeneratedPassword {
  serverIds: readonly string[];
  /** Null when the image determines it. */
  user: string | null;
  password: string;
}

let lastPassword: GeneratedPassword | null = null;
const listeners = new Set<() => void>();

const set = (next: GeneratedPassword | null): void => {
  lastPassword = next;
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
export const offerPassword = (next: GeneratedPassword): void => set(next);
export const clearPassword = (): void => set(null);

/**
 * The most recently generated password, if it belongs to this server. Without `serverId`, for any
 * server. Otherwise null.
 */
export function useGeneratedPassword(serverId?: string): GeneratedPassword | null {
  const current = useSyncExternalStore(subscribe, () => lastPassword);
  if (!current) return null;
  return serverId === undefined || current.serverIds.includes(serverId) ? current : null;
}
