/** Sends text messages through a provider. */
export interface SmsDriver {
  /**
   * `phone` is E.164. Settles once the provider has taken the message; gives what the provider
   * calls it, or ''. Throws `SmsFailure`.
   */
  send(message: { phone: string; text: string }): Promise<{ reference: string }>;
}

/** How a driver asks over HTTP; a test, or the portal's rules about addresses, stand behind it. */
export type Ask = (request: {
  method: 'GET' | 'POST' | 'PUT';
  address: string;
  headers: Record<string, string>;
  body: string | null;
}) => Promise<{ status: number; text: string; headers?: Record<string, string> }>;

export class SmsFailure extends Error {
  /** Asking again changes nothing: the number does not exist, the provider does not serve it. */
  readonly isPermanent: boolean;
  /** The HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** The header `Retry-After` of the response, as it is. */
  readonly retryAfter: string | null;
  constructor(
    message: string,
    isPermanent: boolean,
    {
      status = null,
      retryAfter = null,
      cause,
    }: { status?: number | null; retryAfter?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'SmsFailure';
    this.isPermanent = isPermanent;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
