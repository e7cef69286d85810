import { useRef } from 'react';

/** Without `randomUUID`, which browsers offer on secure pages only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * An idempotency key for each request: a repetition, after a lost answer for example, has the same
 * key and takes effect once.
 */
export function useAttemptKey(): (body: unknown) => string {
  const last = useRef({ asked: '', key: '' });
  return (body) => {
    const asked = JSON.stringify(body);
    if (asked !== last.current.asked) last.current = { asked, key: newKey() };
    return last.current.key;
  };
}
