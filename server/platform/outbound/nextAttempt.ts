export interface RetryPolicy {
  /** ms to wait after each failed attempt; the last one applies to all further attempts. */
  pausesMs: readonly number[];
  /** Retries end this long after the first attempt was due. ms */
  limitMs: number;
}

export interface FailedAttempt {
  /** Attempts so far, at least one. */
  attempts: number;
  /** When the first attempt was due. */
  since: Date;
  now: Date;
  /** How long the service asks to wait (`Retry-After`). */
  retryAfterMs?: number | undefined;
}

/** Pauses are up to this share shorter, so that what failed together isn't retried together. */
const jitter = 0.1;

/** When something that failed is tried next; null when it is given up. */
export function nextAttempt(
  { pausesMs, limitMs }: RetryPolicy,
  { attempts, since, now, retryAfterMs = 0 }: FailedAttempt,
): Date | null {
  const pause = pausesMs[Math.min(Math.max(attempts, 1), pausesMs.length) - 1] ?? 0;
  if (now.getTime() + Math.max(pause, retryAfterMs) > since.getTime() + limitMs) return null;
  return new Date(now.getTime() + Math.max(pause * (1 - jitter * Math.random()), retryAfterMs));
}

/** ms of a `Retry-After` header (RFC 9110, section 10.2.3): seconds or a date. Undefined without one. */
export function retryAfterMs(header: string | null | undefined, now: Date): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header.trim())
    ? Number(header) * 1000
    : new Date(header).getTime() - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
