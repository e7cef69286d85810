/**
 * The only clock of the product. Tests move it; all code gets the time here or from the database.
 */
export interface Clock {
  now(): Date;
}

let offsetMs = 0;

export const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };

/** For tests: shifts the clock by this many ms from the real time. 0 resets it. */
export function shiftClock(ms: number): void {
  offsetMs = ms;
}

/** Milliseconds that only ever grow, for measuring how long something took. */
export const monotonicMs = (): number => performance.now();
