/** The one clock of the product. Tests move it; everything that asks for the time asks here or asks the database. */
export interface Clock {
  now(): Date;
}

let offsetMs = 0;

export const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };

/** For tests: shifts the clock by so many ms from the real time. 0 puts it right again. */
export function shiftClock(ms: number): void {
  offsetMs = ms;
}

/** Milliseconds that only ever grow, for measuring how long something took. */
export const monotonicMs = (): number => performance.now();
