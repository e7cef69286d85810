import { DriverError, type Problem } from '../problem.ts';

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

/** The service's response to an accepted document. */
export interface Receipt {
  /** The service's ID of the document. */
  reference: string;
  resultCode: string;
  text: string;
  /** Where the document can be seen at the service; '' when it names no address of the web. */
  documentLink: string;
}

/**
 * Exports documents to a company's accounting service. Every request can be repeated. Every method
 * throws `AccountingFailure`.
 */
export interface AccountingDriver {
  /** Settles when the service is there and takes what it was set up with. */
  check(): Promise<void>;
  handOver(document: HandOver): Promise<Receipt>;
}

/**
 * `away`: unreachable or failing, the result is unknown, so export again with the same key.
 * `credentials`: rejected the credentials. `address`: no such service at this URL. `refused`:
 * rejected this document and stored nothing.
 */
export type AccountingFailureKind = 'away' | 'credentials' | 'address' | 'refused';

export class AccountingFailure extends DriverError {
  readonly kind: AccountingFailureKind;
  /** The service's result code, or ''. */
  readonly resultCode: string;

  constructor(
    kind: AccountingFailureKind,
    problem: Problem,
    options: { cause?: unknown; resultCode?: string } = {},
  ) {
    super(problem, options);
    this.name = 'AccountingFailure';
    this.kind = kind;
    this.resultCode = options.resultCode ?? '';
  }
}

/** The settings of a connection to a service. */
export interface AccountingSettings {
  /** Where documents are sent. */
  address: string;
  /** Authenticates the portal. */
  secret: string;
  /** Proves that what arrives is what we sent. */
  signingSecret: string;
  now(): Date;
}
