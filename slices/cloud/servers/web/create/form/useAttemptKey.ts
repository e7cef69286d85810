import { useRef } from 'react';

/** Doesn't use `randomUUID`, which browsers only offer on secure pages. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * An idempotency key for each request. A retry, such as after a lost response, has the same key and
 * takes effect only once.
 */
export function useAttemptKey(): (body: unknown) => string {
  const last = useRef({ asked: '', key: '' });
  return (body) => {
    const bodyJson = JSON.stringify(body);
    if (bodyJson !== last.current.asked) last.current = { asked: bodyJson, key: newKey() };
    return last.current.key;
  };
}
