import { DriverError, type Problem } from '../problem.ts';

/** A document to export. */
export interface DocumentExport {
  /** Identifies the document. The service records it once per key, however often it is sent. */
  key: string;
  /**
   * JSON, sent byte for byte. The same key always has the same text, unless the document was
   * rejected and therefore never stored.
   */
  payload: string;
}

/** The service's response to an accepted document. */
export interface Receipt {
  /** The service's ID of the document. */
  reference: string;
  resultCode: string;
  text: string;
  /** URL of the document at the service. '' when the service returned no web URL. */
  documentLink: string;
}

/**
 * Exports documents to a company's accounting service. Every request can be repeated. Every method
 * throws `AccountingFailure`.
 */
export interface AccountingDriver {
  /** Resolves when the service is reachable and accepts the configured credentials. */
  check(): Promise<void>;
  handOver(document: DocumentExport): Promise<Receipt>;
}

/**
 * `away`: unreachable or failing. The result is unknown, so export again with the same key.
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
  /** The URL that documents are sent to. */
  address: string;
  /** Authenticates the portal. */
  secret: string;
  /** Signs requests, so that the service can verify that they are unaltered. */
  signingSecret: string;
  now(): Date;
}
