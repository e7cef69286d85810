import type { LocalizedText } from '../../../contract/languages.ts';
import { describeProblem, type Problem, storedProblem } from '../../../drivers/problem.ts';
import { localize } from '../texts/localize.ts';

/**
 * Why a job couldn't be delivered. `unavailable`: the destination doesn't work for any job.
 * `rateLimited`: the destination accepts no more jobs for now. `temporary`: only this job failed
 * and
 * can succeed later. `permanent`: a retry won't help.
 */
export type FailureKind = 'unavailable' | 'rateLimited' | 'temporary' | 'permanent';

interface FailureDetails {
  /** The remote system's response. */
  problem?: Problem | null;
  /** The delay requested by the remote system, in ms. The retry policy doesn't shorten it. */
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** Thrown by slices when a delivery fails. `reason` is a whole sentence for the operator. */
export class OutboundFailure extends Error {
  readonly kind: FailureKind;
  readonly reason: LocalizedText;
  /** The stored problem. */
  readonly detail: string;
  readonly retryAfterMs: number | null;

  constructor(
    kind: FailureKind,
    reason: LocalizedText,
    { problem = null, retryAfterMs = null, cause }: FailureDetails = {},
  ) {
    super(problem ? describeProblem(problem).en : reason.en, { cause });
    this.name = 'OutboundFailure';
    this.kind = kind;
    this.reason = reason;
    this.detail = storedProblem(problem);
    this.retryAfterMs = retryAfterMs;
  }
}

export const outboundReasons = {
  unexpected: localize('outbound.outboundReasons.unexpected'),
  notConnected: localize('outbound.outboundReasons.notConnected'),
  givenUp: localize('outbound.outboundReasons.givenUp'),
} satisfies Record<string, LocalizedText>;

/** Converts any delivery error. Errors that the slice doesn't expect are permanent. */
export const outboundFailureOf = (error: unknown): OutboundFailure =>
  error instanceof OutboundFailure
    ? error
    : new OutboundFailure('permanent', outboundReasons.unexpected, { cause: error });

/** The kind of failure for an HTTP status of 400 or above (RFC 9110, RFC 6585). */
export function failureKindOfStatus(status: number): FailureKind {
  if (status === 429) return 'rateLimited';
  // 401 and 403: an operator can correct the credentials.
  if (status >= 500 || status === 401 || status === 403) return 'unavailable';
  return status === 408 || status === 425 ? 'temporary' : 'permanent';
}
