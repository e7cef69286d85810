import { DriverError, type Problem } from '../problem.ts';

/** Sends text messages through a provider. */
export interface SmsDriver {
  /**
   * `phone` is E.164. Resolves with the provider's message ID, or '', once the provider has
   * accepted the message. Throws `SmsFailure`.
   */
  send(message: { phone: string; text: string }): Promise<{ reference: string }>;
}

export class SmsFailure extends DriverError {
  /**
   * Whether retrying is pointless, because the number doesn't exist or the provider doesn't serve
   * it.
   */
  readonly isPermanent: boolean;
  /** The HTTP status of the response. Null when there was none. */
  readonly status: number | null;
  /** The `Retry-After` header of the response, unparsed. */
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
