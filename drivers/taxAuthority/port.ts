import type { TokenKeeper } from '../http/port.ts';
import { DriverError, type Problem } from '../problem.ts';

/** The authority's environments: production and its sandbox. */
export const environments = ['production', 'tsandbox'] as const;
export type Environment = (typeof environments)[number];

/**
 * An invoice in a request to the authority. Amounts are exact decimal text in ILS, dates ISO 8601.
 */
export interface AuthorityInvoice {
  /**
   * The portal's unique ID. The authority repeats its first response for the same ID. At most 50
   * characters.
   */
  invoiceId: string;
  /** The document number as printed. */
  number: string;
  /** Nine-digit tax number. */
  sellerNumber: string;
  buyerNumber: string;
  buyerName: string;
  issuedOn: string;
  beforeDiscount: string;
  discount: string;
  net: string;
  tax: string;
  total: string;
  note: string;
  items: AuthorityItem[];
}

/** An invoice line. */
export interface AuthorityItem {
  code: string;
  description: string;
  quantity: string;
  unitPrice: string;
  discount: string;
  total: string;
  /** In percent. */
  taxRate: string;
  tax: string;
}

/** The authority's decision about an invoice. */
export type Approval =
  /** `number` is stored completely. `printedNumber` returns the part that is printed. */
  | { kind: 'approved'; number: string }
  /** A decision is required: to continue without a number, or to cancel. */
  | { kind: 'refused'; code: string; problem: Problem | null };

/** After a rejection: the document is issued without a number, or canceled. */
export type Decision = 'continue' | 'cancel';

/**
 * Assigns allocation numbers. Every request can be repeated. Every method throws
 * `TaxAuthorityFailure`.
 */
export interface TaxAuthorityDriver {
  /** Resolves when the authority accepts the connection's credentials. */
  check(): Promise<void>;
  /** The minimum amount before tax, in ILS, at which an invoice of that day needs a number. */
  minimumAmount(day: string): Promise<string>;
  approve(invoice: AuthorityInvoice): Promise<Approval>;
  /** Also succeeds when the decision was already reported. */
  decide(
    decision: Decision,
    invoice: Pick<AuthorityInvoice, 'invoiceId' | 'sellerNumber'>,
  ): Promise<void>;
}

/**
 * `away`: unreachable or failing. The result is unknown, so retry with the same ID. `credentials`:
 * rejected the credentials, so a representative must sign in again. `invalid`: the invoice is
 * invalid, see `field`. `refused`: any other rejection.
 */
export type TaxAuthorityFailureKind = 'away' | 'credentials' | 'invalid' | 'refused';

export class TaxAuthorityFailure extends DriverError {
  readonly kind: TaxAuthorityFailureKind;
  /** The authority's error number, or ''. */
  readonly code: string;
  /** The authority's name of the invalid field, or ''. */
  readonly field: string;
  /** The `Retry-After` header of the response. */
  readonly retryAfter: string | null;

  constructor(
    kind: TaxAuthorityFailureKind,
    problem: Problem,
    {
      cause,
      code = '',
      field = '',
      retryAfter = null,
    }: { cause?: unknown; code?: string; field?: string; retryAfter?: string | null } = {},
  ) {
    super(problem, { cause });
    this.name = 'TaxAuthorityFailure';
    this.kind = kind;
    this.code = code;
    this.field = field;
    this.retryAfter = retryAfter;
  }
}

/** The settings of a connection to the authority. */
export interface TaxAuthoritySettings {
  environment: Environment;
  /** An origin to use instead of the authority's own, or ''. */
  baseAddress: string;
  clientId: string;
  clientSecret: string;
  /** The taxpayer on whose behalf requests are made. */
  userName: string;
  /** The authority's registration number of the software. */
  softwareNumber: string;
  tokens: TokenKeeper;
  now(): Date;
}

/** The printed part of a number: its last nine digits. */
export const printedNumber = (number: string): string => number.replace(/\D/g, '').slice(-9);
