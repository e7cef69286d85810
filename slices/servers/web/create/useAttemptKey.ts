import { useRef } from 'react';

/** Without `randomUUID`, which browsers offer on secure pages only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * A key for each thing that is asked for: the same while the same is asked again, as after an
 * answer that got lost on its way, so that the portal does it once.
 */
export function useAttemptKey(): (body: unknown) => string {
  const last = useRef({ asked: '', key: '' });
  return (body) => {
    const asked = JSON.stringify(body);
    if (asked !== last.current.asked) last.current = { asked, key: newKey() };
    return last.current.key;
  };
}
