/** A document to export. */
export interface HandOver {
  /** Identifies the document. The service records it once per key, however often it is sent. */
  key: string;
  /**
   * JSON, sent byte for byte. The same key always has the same text, except for a rejected
   * document, of which nothing was stored.
   */
  payload: string;
}

/** What the service says of a document that it took. */
export interface Receipt {
  /** What the service calls the document. */
  reference: string;
  resultCode: string;
  text: string;
  /** Where the document can be seen at the service; '' when it names no address of the web. */
  documentLink: string;
}

/**
 * Keeps the books of a company elsewhere. Everything may be asked again; every method throws
 * `AccountingFailure`.
 */
export interface AccountingDriver {
  /** Settles when the service is there and takes what it was set up with. */
  check(): Promise<void>;
  handOver(document: HandOver): Promise<Receipt>;
}

/** How a driver asks over HTTP; a test, or the portal's rules about addresses, stand behind it. */
export type Ask = (request: {
  method: 'GET' | 'POST';
  address: string;
  headers: Record<string, string>;
  body: string | null;
}) => Promise<{ status: number; text: string }>;

/**
 * `away`: unreachable or failing, the result is unknown, so export again with the same key.
 * `credentials`: rejected the credentials. `address`: no such service at this URL. `refused`:
 * rejected this document and stored nothing.
 */
export type AccountingFailureKind = 'away' | 'credentials' | 'address' | 'refused';

export class AccountingFailure extends Error {
  readonly kind: AccountingFailureKind;
  /** What the service calls its answer; '' when it gave none. */
  readonly resultCode: string;

  constructor(
    kind: AccountingFailureKind,
    message: string,
    options: { cause?: unknown; resultCode?: string } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'AccountingFailure';
    this.kind = kind;
    this.resultCode = options.resultCode ?? '';
  }
}

/** What a connection to a service consists of. */
export interface AccountingSettings {
  /** Where documents are sent. */
  address: string;
  /** Authenticates the portal. */
  secret: string;
  /** Proves that what arrives is what we sent. */
  signingSecret: string;
  now(): Date;
}
