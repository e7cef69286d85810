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
}) => Promise<{ status: number; text: string }>;

export class SmsFailure extends Error {
  /** Asking again changes nothing: the number does not exist, the provider does not serve it. */
  readonly isPermanent: boolean;
  constructor(message: string, isPermanent: boolean, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'SmsFailure';
    this.isPermanent = isPermanent;
  }
}
