/** Determines when a failed job is retried. */
export interface RetryPolicy {
  /** Delays after each failure, in ms. The last one repeats. */
  pausesMs: readonly number[];
  /** Maximum number of attempts. By default, only `limitMs` applies. */
  maxAttempts?: number;
  /** Time after queuing at which a job is given up, in ms. */
  limitMs: number;
}

/** Determines when a destination that doesn't work is skipped. */
export interface BreakerPolicy {
  /** Consecutive failures of the destination that open the breaker. */
  failures: number;
  /** Time until the next probe, in ms. Doubles with every further failure. */
  restMs: number;
  /** ms */
  maxRestMs: number;
}

export const defaultBreaker: BreakerPolicy = {
  failures: 5,
  restMs: 30_000,
  maxRestMs: 10 * 60_000,
};

/**
 * Maximum share by which a delay is shortened, so that jobs that failed together aren't retried at
 * the same time.
 */
const jitter = 0.1;

/** The properties of a job that the policy uses. */
interface FailedAttempt {
  /** Including the failed attempt. */
  attempts: number;
  queuedAt: Date;
  retryAfterMs: number | null;
}

/**
 * The time at which a failed job is retried, or null if it is given up. `random` is between 0 and
 * 1. The time is never earlier than requested by the remote system.
 */
export function nextTryAt(
  { pausesMs, maxAttempts = Number.POSITIVE_INFINITY, limitMs }: RetryPolicy,
  { attempts, queuedAt, retryAfterMs }: FailedAttempt,
  now: Date,
  random: number = Math.random(),
): Date | null {
  if (attempts >= maxAttempts) return null;
  const full = pausesMs[Math.min(Math.max(attempts, 1), pausesMs.length) - 1] ?? 0;
  const pause = Math.max(full * (1 - jitter * random), retryAfterMs ?? 0);
  // The full delay, so that jitter doesn't determine whether there is another attempt.
  const latest = Math.max(full, retryAfterMs ?? 0);
  if (now.getTime() + latest > queuedAt.getTime() + limitMs) return null;
  return new Date(now.getTime() + pause);
}

/** How long the breaker stays open after `openings` consecutive earlier openings, in ms. */
export const breakerOpenMs = ({ restMs, maxRestMs }: BreakerPolicy, openings: number): number =>
  Math.min(maxRestMs, restMs * 2 ** Math.min(openings, 30));

/** Upper limit in ms, because one wrong header must not block a destination for years. */
const maxRetryAfterMs = 86_400_000;

/**
 * Parses the `Retry-After` header (RFC 9110, 10.2.3), which contains seconds or a date, to ms from
 * `now`, at most one day. Null if it is missing or invalid.
 */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, maxRetryAfterMs);
  // All date formats begin with the day of the week.
  const at = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), maxRetryAfterMs);
}
