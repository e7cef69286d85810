/** Time limits of the task system. Tests shorten them. */
export interface TaskTiming {
  /** How long a worker can be silent before it is presumed dead, in ms. */
  leaseMs: number;
  heartbeatMs: number;
  /**
   * How often lost work is searched for, in seconds. Together with the lease, this limits how long
   * a task can hang to well below a minute.
   */
  reapEverySeconds: number;
  /**
   * First delay before a step is retried, in ms. Each further delay is twice as long, up to the
   * maximum.
   */
  retryBaseMs: number;
  retryMaxMs: number;
  /** Number of attempts of a failing undo before it needs manual attention. */
  undoAttempts: number;
  /** A task that loses this many consecutive workers at one step isn't retried. */
  maxLosses: number;
  /**
   * On shutdown, how long running steps can continue before they are left to the next worker, in
   * ms.
   */
  stopGraceMs: number;
  stopLimitMs: number;
  /** How often a worker checks for due periodic jobs, in ms. */
  choreTickMs: number;
  /** Minimum time between progress reports of a task, in ms. */
  progressEveryMs: number;
}

export const defaultTiming: TaskTiming = {
  leaseMs: 20_000,
  heartbeatMs: 5_000,
  reapEverySeconds: 10,
  retryBaseMs: 500,
  retryMaxMs: 30_000,
  undoAttempts: 8,
  maxLosses: 5,
  stopGraceMs: 5_000,
  stopLimitMs: 20_000,
  choreTickMs: 1_000,
  progressEveryMs: 400,
};

/** The delay before attempt number `next`, in ms (2 is the first retry). */
export function pauseBefore(next: number, timing: TaskTiming): number {
  return Math.min(timing.retryBaseMs * 2 ** (next - 2), timing.retryMaxMs);
}

/** Waits for the given time. Ends early, without an error, if the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
