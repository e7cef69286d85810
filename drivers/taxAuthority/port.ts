/** The authority's own worlds: what is real, and what is only tried. */
export const environments = ['production', 'tsandbox'] as const;
export type Environment = (typeof environments)[number];

/**
 * An invoice as the authority is asked about it. Amounts are exact decimal text in ILS, days ISO
 * 8601.
 */
export interface AuthorityInvoice {
  /**
   * Ours and unique: asked again with it, the authority answers what it answered before. At most 50
   * signs.
   */
  invoiceId: string;
  /** The number as it is printed. */
  number: string;
  /** Tax numbers of nine digits. */
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

/** What of one kind stands on the invoice. */
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

/** What the authority says of an invoice. */
export type Approval =
  /** `number` is kept whole; what is printed is `printedNumber` of it. */
  | { kind: 'approved'; number: string }
  /** A decision is due: to go on without a number, or not at all. */
  | { kind: 'refused'; code: string; message: string };

/** After a refusal: the document goes out without a number, or it is not meant any more. */
export type Decision = 'continue' | 'cancel';

/**
 * Gives allocation numbers. Everything may be asked again; every method throws
 * `TaxAuthorityFailure`.
 */
export interface TaxAuthorityDriver {
  /** Settles when the authority takes what it was set up with. */
  check(): Promise<void>;
  /** From which amount before tax, in ILS, an invoice of that day needs a number. */
  minimumAmount(day: string): Promise<string>;
  approve(invoice: AuthorityInvoice): Promise<Approval>;
  /** Also succeeds when the decision was already reported. */
  decide(
    decision: Decision,
    invoice: Pick<AuthorityInvoice, 'invoiceId' | 'sellerNumber'>,
  ): Promise<void>;
}

/** The credentials of a connection, as last stored. */
export interface Tokens {
  /** '' before the first was given. */
  access: string;
  accessUntil: Date;
  /** Good for one use: each answer brings the next one. */
  refresh: string;
  /** Expiry of the sign-in at the authority. Null: unknown. */
  refreshUntil: Date | null;
}

/** Keeps the tokens of a connection, one for all who ask. */
export interface TokenKeeper {
  read(): Promise<Tokens>;
  /**
   * Serializes token renewal and stores the result of `renew` before its first use, because reusing
   * or losing a refresh token ends the connection. Later callers get the result of the first,
   * unless it equals their `stale` token.
   */
  renew(stale: string, renew: (refresh: string) => Promise<Tokens>): Promise<Tokens>;
}

/**
 * `away`: unreachable or failing, the result is unknown, so retry with the same ID. `credentials`:
 * rejected the credentials, someone must sign in there again. `invalid`: the invoice is invalid,
 * see `field`. `refused`: any other rejection.
 */
export type TaxAuthorityFailureKind = 'away' | 'credentials' | 'invalid' | 'refused';

export class TaxAuthorityFailure extends Error {
  readonly kind: TaxAuthorityFailureKind;
  /** The authority's number of what is wrong; ''. */
  readonly code: string;
  /** The authority's name of the field that is wrong; ''. */
  readonly field: string;

  constructor(
    kind: TaxAuthorityFailureKind,
    message: string,
    { cause, code = '', field = '' }: { cause?: unknown; code?: string; field?: string } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'TaxAuthorityFailure';
    this.kind = kind;
    this.code = code;
    this.field = field;
  }
}

/** What a connection to the authority consists of. */
export interface TaxAuthoritySettings {
  environment: Environment;
  /** Another origin than the authority's own; ''. */
  baseAddress: string;
  clientId: string;
  clientSecret: string;
  /** The taxpayer on whose behalf requests are made. */
  userName: string;
  /** Under which number the authority registered the software. */
  softwareNumber: string;
  tokens: TokenKeeper;
  now(): Date;
}

/** How a driver asks over HTTP; the portal's rules about addresses stand behind it. */
export type Ask = (request: {
  method: 'POST';
  address: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<{ status: number; text: string }>;

/** What is printed of a number that was given: its last nine digits. */
export const printedNumber = (number: string): string => number.replace(/\D/g, '').slice(-9);
