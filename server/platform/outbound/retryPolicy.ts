/** When a failed job is tried again. */
export interface RetryPolicy {
  /** ms to wait after each failure; the last one again and again. */
  pausesMs: readonly number[];
  /** The most attempts. Default: only `limitMs` counts. */
  maxAttempts?: number;
  /** How long after it was queued a job is given up. ms */
  limitMs: number;
}

/** When a destination that doesn't work is left alone. */
export interface BreakerPolicy {
  /** Consecutive failures of the destination that open the breaker. */
  failures: number;
  /** Until one job tries again; doubled at every further failure. ms */
  restMs: number;
  /** ms */
  maxRestMs: number;
}

export const defaultBreaker: BreakerPolicy = {
  failures: 5,
  restMs: 30_000,
  maxRestMs: 10 * 60_000,
};

/** Up to this share of a pause is left out, so that jobs that failed together don't return together. */
const jitter = 0.1;

/** A job as far as the policy counts. */
interface Tried {
  /** Including the one that failed. */
  attempts: number;
  queuedAt: Date;
  retryAfterMs: number | null;
}

/**
 * When a job that failed is tried again; null when it is given up. `random`: 0 to 1. Never before
 * the time that the other side requested.
 */
export function nextTryAt(
  { pausesMs, maxAttempts = Number.POSITIVE_INFINITY, limitMs }: RetryPolicy,
  { attempts, queuedAt, retryAfterMs }: Tried,
  now: Date,
  random: number = Math.random(),
): Date | null {
  if (attempts >= maxAttempts) return null;
  const full = pausesMs[Math.min(Math.max(attempts, 1), pausesMs.length) - 1] ?? 0;
  const pause = Math.max(full * (1 - jitter * random), retryAfterMs ?? 0);
  // The whole pause, so that jitter doesn't decide whether there is another attempt.
  const latest = Math.max(full, retryAfterMs ?? 0);
  if (now.getTime() + latest > queuedAt.getTime() + limitMs) return null;
  return new Date(now.getTime() + pause);
}

/** How long the breaker stays open, when it has opened `openings` times in a row before. ms */
export const restAfter = ({ restMs, maxRestMs }: BreakerPolicy, openings: number): number =>
  Math.min(maxRestMs, restMs * 2 ** Math.min(openings, 30));

/** One wrong header must not stop a destination for years. ms */
const maxRetryAfterMs = 86_400_000;

/**
 * The header `Retry-After` (RFC 9110, 10.2.3), seconds or a date, as ms from `now`, at most a day.
 * Null when it is missing or invalid.
 */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, maxRetryAfterMs);
  // All forms of a date begin with the name of the day.
  const at = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(Math.max(0, at - now.getTime()), maxRetryAfterMs);
}
