import { useEffect, useReducer } from 'react';

/** The browser's clock, in ms since 1970, which is also used for values kept across reloads. */
export const nowMs = (): number => Date.now();

/**
 * Whole seconds until a time (ms since 1970), counting down. 0 when the time is reached. Null
 * without a time.
 */
export function useCountdown(until: number | null): number | null {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const remainingMs = until === null ? 0 : Math.max(0, until - nowMs());
  // After every render, schedules the next whole second before the end. A tab that slept is correct
  // again at once.
  useEffect(() => {
    if (remainingMs <= 0) return;
    const timer = setTimeout(tick, remainingMs % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return until === null ? null : Math.ceil(remainingMs / 1000);
}

/** Formats seconds, such as 84 as `1:24`. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
