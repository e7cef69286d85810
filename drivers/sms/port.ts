import { DriverError, type Problem } from '../problem.ts';

/** Sends text messages through a provider. */
export interface SmsDriver {
  /**
   * `phone` is E.164. Resolves once the provider has accepted the message, with the provider's ID
   * of it or ''. Throws `SmsFailure`.
   */
  send(message: { phone: string; text: string }): Promise<{ reference: string }>;
}

export class SmsFailure extends DriverError {
  /** Asking again changes nothing: the number does not exist, the provider does not serve it. */
  readonly isPermanent: boolean;
  /** The HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** The header `Retry-After` of the response, as it is. */
  readonly retryAfter: string | null;
  constructor(
    problem: Problem,
    isPermanent: boolean,
    {
      status = null,
      retryAfter = null,
      cause,
    }: { status?: number | null; retryAfter?: string | null; cause?: unknown } = {},
  ) {
    super(problem, { cause });
    this.name = 'SmsFailure';
    this.isPermanent = isPermanent;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
