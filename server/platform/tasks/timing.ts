/** Time limits of the task system. Tests shorten them. */
export interface TaskTiming {
  /** How long a worker can be silent before it's presumed dead. ms */
  leaseMs: number;
  heartbeatMs: number;
  /**
   * How often lost work is searched for. Together with the lease it limits how long a task can
   * hang: well below a minute. s
   */
  reapEverySeconds: number;
  /**
   * First pause before a step is tried again; each further one is twice as long, up to the maximum.
   * ms
   */
  retryBaseMs: number;
  retryMaxMs: number;
  /** How often a failing undo is tried before it needs manual attention. */
  undoAttempts: number;
  /** A task that lost this many workers in a row at one step isn't retried. */
  maxLosses: number;
  /**
   * At shutdown: how long running steps can continue, and when they are left to the next worker. ms
   */
  stopGraceMs: number;
  stopLimitMs: number;
  /** How often a worker checks for due periodic jobs. ms */
  choreTickMs: number;
  /** At most one progress report of a task in this time. ms */
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

/** The pause before try number `next` (2 is the first repetition). ms */
export function pauseBefore(next: number, timing: TaskTiming): number {
  return Math.min(timing.retryBaseMs * 2 ** (next - 2), timing.retryMaxMs);
}

/** Waits; ends early, without an error, when the signal aborts. */
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
