/**
 * An amount as the driver is given it: exact decimal text, and how many decimals the currency has
 * (ISO 4217).
 */
export interface Coin {
  amount: string;
  currency: string;
  digits: number;
}

/** As the specification's charge orders: 1 created, 2 approved, 3 completed, 4 expired. */
export type PaymentState = 'created' | 'approved' | 'completed' | 'expired';

/**
 * A saved payment method for payments without the customer. Never a card number, only the
 * provider's ID.
 */
export interface SavedMethod {
  token: string;
  /** The provider's ID of the payer. */
  customer: string;
  kind: 'card' | 'paypal';
  /**
   * What tells it from others: a brand and the last four digits, or an address that is half hidden.
   */
  label: string;
  /** `2029-04`; '' when it has none. */
  expires: string;
}

/** A payment as the provider tells of it now. */
export interface Payment {
  /** What it is read by. */
  reference: string;
  state: PaymentState;
  /** Approved by the payer and waiting for `capture`. */
  isCapturable: boolean;
  amount: string;
  currency: string;
  /** The portal's own ID of the payment, as passed at the start. */
  orderId: string | null;
  /** The reference for refunds. Null before capture. */
  capture: string | null;
  /** The saved method, once the provider reports it. */
  fee: string | null;
  /** So much of it went back already. */
  refunded: string;
  /** What was kept for later, when that was asked for. */
  method: SavedMethod | null;
  /** Why it failed, as the provider reports it. '' otherwise. */
  problem: string;
}

export interface OrderRequest {
  /** Under which the provider does it once, however often it is asked. */
  key: string;
  orderId: string;
  coin: Coin;
  /** What the payer reads at the provider's. */
  description: string;
  /** The return URL for both paid and abandoned payments. */
  returnUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  language: string;
  /**
   * Saves the method for charges without the customer. `customer`: the provider's ID of the
   * customer, when known.
   */
  keepsMethod: boolean;
  customer: string | null;
}

export interface SavedCharge {
  key: string;
  orderId: string;
  coin: Coin;
  description: string;
  method: { token: string; customer: string };
}

export interface Refund {
  reference: string;
  state: 'pending' | 'done' | 'failed';
  problem: string;
}

export interface RefundRequest {
  key: string;
  /** `Payment.capture` */
  capture: string;
  refundId: string;
  coin: Coin;
  note: string;
}

export interface Dispute {
  reference: string;
  /** `Payment.capture` of what is disputed. */
  capture: string | null;
  state: 'open' | 'won' | 'lost' | 'closed';
  reason: string;
  amount: string;
  currency: string;
  /** So much of it is taken away from the seller now. */
  withdrawn: string;
  /** The saved method, once the provider reports it. */
  fee: string | null;
  /** Until when the seller may answer, ISO 8601; null: not said, or over. */
  dueAt: string | null;
}

/** What a webhook is about. Nothing of it is believed but that something is worth reading again. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Any of these that it names. */
  orderId: string | null;
  reference: string | null;
  capture: string | null;
  dispute: string | null;
}

export interface SignedCall {
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * Takes money by a provider. Everything may be asked again with the same key; every method throws
 * `PaymentFailure`.
 */
export interface PaymentDriver {
  /** Settles when the provider takes what it was set up with. */
  check(): Promise<void>;
  /** Begins a payment; the payer goes on at `redirectUrl`. */
  createOrder(order: OrderRequest): Promise<{ reference: string; redirectUrl: string }>;
  read(reference: string): Promise<Payment>;
  /**
   * Takes what the payer approved. It is taken once without any key: one that is taken already
   * stays as it is.
   */
  capture(reference: string): Promise<Payment>;
  /** Has it not be paid any more, as far as the provider can; read it afterwards. */
  cancel(reference: string): Promise<void>;
  /** Charges without the payer. */
  chargeSaved(charge: SavedCharge): Promise<Payment>;
  forgetMethod(token: string): Promise<void>;
  refund(request: RefundRequest): Promise<Refund>;
  readRefund(reference: string): Promise<Refund>;
  readDispute(reference: string): Promise<Dispute>;
  /**
   * The event of a call that the provider signed. Throws kind `signature` for any other, and for
   * one that is too old.
   */
  readEvent(call: SignedCall): Promise<ProviderEvent>;
}

/**
 * `away`: not reached, or it fails; unknown what it did, ask again with the same key.
 * `credentials`: it does not take what it was set up with. `gone`: it knows no such thing.
 * `declined`: the payer's bank says no. `authentication`: only with the payer there. `refused`:
 * anything else it will not do. `signature`: the call was not its.
 */
export type PaymentFailureKind =
  | 'away'
  | 'credentials'
  | 'gone'
  | 'declined'
  | 'authentication'
  | 'refused'
  | 'signature';

export class PaymentFailure extends Error {
  readonly kind: PaymentFailureKind;
  /** The payment that was made nevertheless and did not come about. */
  readonly reference: string | null;

  constructor(
    kind: PaymentFailureKind,
    message: string,
    options: { cause?: unknown; reference?: string | null } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'PaymentFailure';
    this.kind = kind;
    this.reference = options.reference ?? null;
  }
}

/** What a connection to a provider consists of. */
export type ProviderSettings = { baseAddress: string; secret: string; now(): Date } & (
  | { provider: 'stripe'; webhookSecret: string }
  | { provider: 'paypal'; clientId: string; webhookId: string }
);

/** How a driver asks over HTTP; the portal's rules about addresses stand behind it. */
export type Ask = (request: {
  method: 'GET' | 'POST' | 'DELETE';
  address: string;
  headers: Record<string, string>;
  body: string | null;
}) => Promise<{ status: number; text: string }>;
