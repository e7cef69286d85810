import { useEffect, useReducer } from 'react';

/** The browser's clock, in ms since 1970, which is also used for values kept across reloads. */
export const nowMs = (): number => Date.now();

/**
 * Whole seconds until a time (ms since 1970), counting down; 0 when it's over. Null without a time.
 */
export function useCountdown(until: number | null): number | null {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const left = until === null ? 0 : Math.max(0, until - nowMs());
  // After every drawing: to the next whole second before the end. A tab that slept is right again
  // at once.
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(tick, left % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return until === null ? null : Math.ceil(left / 1000);
}

/** 84 → `1:24`. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
