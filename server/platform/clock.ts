/**
 * The product's only clock. Tests can shift it. All code gets the time from here or from the
 * database.
 */
export interface Clock {
  now(): Date;
}

let offsetMs = 0;

export const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };

/** For tests: shifts the clock by this many ms from the real time. 0 resets the clock. */
export function shiftClock(ms: number): void {
  offsetMs = ms;
}

/** A monotonic time in milliseconds, for measuring durations. */
export const monotonicMs = (): number => performance.now();
