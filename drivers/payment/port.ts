import { DriverError, type Problem } from '../problem.ts';

/**
 * An amount as passed to the driver: exact decimal text and the currency's number of decimals (ISO
 * 4217).
 */
export interface Money {
  amount: string;
  currency: string;
  digits: number;
}

/** The charge order states of the specification: 1 created, 2 approved, 3 completed, 4 expired. */
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
   * Distinguishes it from other methods: a brand and the last four digits, or a half-hidden email
   * address.
   */
  label: string;
  /** `2029-04`. '' when it doesn't expire. */
  expires: string;
}

/** The current state of a payment at the provider. */
export interface Payment {
  /** The reference for `read`. */
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
  /** The provider's fee. Null until the provider reports it. */
  fee: string | null;
  /** The refunded amount. */
  refunded: string;
  /** The saved method, if one was requested. */
  method: SavedMethod | null;
  /** Why it failed, as the provider reports it. */
  problem: Problem | null;
}

export interface OrderRequest {
  /** The idempotency key. */
  key: string;
  orderId: string;
  coin: Money;
  /** The description that the payer sees at the provider. */
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

/** A request that must take effect once, even when it is repeated weeks later. */
export interface IdempotentRequest {
  key: string;
  /**
   * The earliest time at which the request can have been sent. Providers purge keys (Stripe after
   * 24 hours), so for an older request a driver first looks for its effect.
   */
  since: Date;
}

export interface SavedCharge extends IdempotentRequest {
  orderId: string;
  coin: Money;
  description: string;
  method: { token: string; customer: string };
}

export interface Refund {
  reference: string;
  state: 'pending' | 'done' | 'failed';
  problem: Problem | null;
}

export interface RefundRequest extends IdempotentRequest {
  /** `Payment.reference` */
  reference: string;
  /** `Payment.capture` */
  capture: string;
  refundId: string;
  coin: Money;
  note: string;
}

export interface Dispute {
  reference: string;
  /** `Payment.capture` of the disputed payment. */
  capture: string | null;
  state: 'open' | 'won' | 'lost' | 'closed';
  reason: string;
  amount: string;
  currency: string;
  /** The amount currently withdrawn from the seller. */
  withdrawn: string;
  /** The provider's fee for the dispute. Null until the provider reports it. */
  fee: string | null;
  /** The seller's deadline to respond, ISO 8601. Null when unknown or over. */
  dueAt: string | null;
}

/**
 * The subject of a webhook event. Only used to decide what to read again, because its content isn't
 * trusted.
 */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The IDs that the event contains, if any. */
  orderId: string | null;
  reference: string | null;
  capture: string | null;
  dispute: string | null;
}

export interface SignedCall {
  /** Names in lowercase. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * Accepts payments through a provider. A request repeated with the same key takes effect once: at
 * any
 * time if it is `IdempotentRequest`, otherwise while the provider remembers the key. Every method throws
 * `PaymentFailure`.
 */
export interface PaymentDriver {
  /** Resolves when the provider accepts the connection's credentials. */
  check(): Promise<void>;
  /** Starts a payment. The payer continues at `redirectUrl`. */
  createOrder(order: OrderRequest): Promise<{ reference: string; redirectUrl: string }>;
  read(reference: string): Promise<Payment>;
  /**
   * Captures an approved payment. Idempotent without a key: a payment that is already captured
   * doesn't change.
   */
  capture(reference: string): Promise<Payment>;
  /** Prevents further payment as far as the provider supports it. Read the payment afterward. */
  cancel(reference: string): Promise<void>;
  /** Charges without the payer. */
  chargeSaved(charge: SavedCharge): Promise<Payment>;
  forgetMethod(token: string): Promise<void>;
  refund(request: RefundRequest): Promise<Refund>;
  readRefund(reference: string): Promise<Refund>;
  readDispute(reference: string): Promise<Dispute>;
  /**
   * The event of a webhook call signed by the provider. Throws kind `signature` for any other call
   * and for an expired one.
   */
  readEvent(call: SignedCall): Promise<ProviderEvent>;
}

/**
 * `away`: the provider wasn't reached or failed, so the outcome is unknown. Repeat with the same
 * key. `credentials`: it rejects the connection's credentials. `gone`: it has no such object.
 * `declined`: the payer's bank declines. `authentication`: the payer must confirm. `paid`: an
 * earlier request has already paid the order. `refused`: any other rejection. `signature`: the
 * provider didn't sign the event.
 */
export type PaymentFailureKind =
  | 'away'
  | 'credentials'
  | 'gone'
  | 'declined'
  | 'authentication'
  | 'paid'
  | 'refused'
  | 'signature';

export class PaymentFailure extends DriverError {
  readonly kind: PaymentFailureKind;
  /** The payment that was created although it failed. */
  readonly reference: string | null;

  constructor(
    kind: PaymentFailureKind,
    problem: Problem,
    options: { cause?: unknown; reference?: string | null } = {},
  ) {
    super(problem, options);
    this.name = 'PaymentFailure';
    this.kind = kind;
    this.reference = options.reference ?? null;
  }
}

/** The settings of a connection to a provider. */
export type ProviderSettings = { baseAddress: string; secret: string; now(): Date } & (
  | { provider: 'stripe'; webhookSecret: string }
  | { provider: 'paypal'; clientId: string; webhookId: string }
);
