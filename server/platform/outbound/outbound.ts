import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { OutboundFailure } from './outboundFailure.ts';
import type { BreakerPolicy, RetryPolicy } from './retryPolicy.ts';

/**
 * A job's payload, as JSON. It references rows, and secrets stay encrypted in the slice's table.
 */
export type Payload = Readonly<Record<string, string | number | boolean | null>>;

/**
 * `waiting`: not delivered yet. `kept`: no destination is connected. `failed`: given up by the
 * retry policy or by an operator. Only `waiting` jobs are attempted.
 */
export const outboundStates = ['waiting', 'sent', 'kept', 'failed'] as const;
export type OutboundState = (typeof outboundStates)[number];

/**
 * Identifies a job type for the code that queues it, which doesn't need to know how it is
 * delivered.
 */
export interface OutboundType<P extends Payload> {
  /** Noun of the slice and type of delivery: `mails.email`. */
  readonly name: string;
  /** Only determines the type of the payload. */
  readonly payload?: P;
}

export const outboundType = <P extends Payload>(name: string): OutboundType<P> => ({ name });

/** The destination of a job. */
export interface Destination<Route> {
  /** Jobs with the same key share the circuit breaker and the limit of parallel attempts. */
  key: string;
  /** The title shown to the operator: a hostname, without secrets. */
  title: string;
  /** The connection details for `send`. */
  route: Route;
}

/** One attempt to deliver a job. */
export interface Attempt<Route> {
  route: Route;
  /**
   * The same for every attempt and unique within the type, so that the receiver can detect
   * repetitions.
   */
  idempotencyKey: string;
  /** From 1. */
  number: number;
}

/** The result of a delivered job. */
export interface Receipt {
  /** A note about a part that wasn't accepted. */
  note?: string;
}

/** The state of a job after an attempt or after an operator changed it. */
export interface OutboundStatus {
  state: OutboundState;
  attempts: number;
  /** Null if the job isn't retried. */
  nextTryAt: Date | null;
  reason: LocalizedText | null;
  /** The remote system's response, as a stored problem. */
  detail: string;
  /** The error of the last attempt. Null if it succeeded or if someone else changed the job. */
  failure: OutboundFailure | null;
}

/** A line of the payload that is shown to operators. */
export interface PayloadLine {
  title: LocalizedText;
  value: string;
}

/**
 * A type of durable outbound job, declared once by a slice under `outbound`. Jobs are delivered at
 * least once.
 */
export interface Outbound<
  P extends Payload = Payload,
  Result extends Receipt = Receipt,
  Route = unknown,
> {
  type: OutboundType<P>;
  title: LocalizedText;
  retry: RetryPolicy;
  breaker: BreakerPolicy;
  /**
   * Lease duration in ms. It must be longer than any single attempt, because a worker that holds a
   * job for longer is considered dead.
   */
  leaseMs: number;
  /** Maximum concurrent attempts per destination in each process. */
  parallel: number;
  /**
   * The current destination of the job. Null if nothing is connected, in which case the job is
   * kept. Throws the same errors as `send`.
   */
  destination(ctx: Context, payload: P): Promise<Destination<Route> | null>;
  /** Delivers the job. Throws `OutboundFailure` if that fails. Any other error gives up the job. */
  send(ctx: Context, payload: P, attempt: Attempt<Route>): Promise<Result>;
  /** Copies the state to the slice's own rows, in the transaction that changes the job. */
  onChange?(ctx: Context, payload: P, status: OutboundStatus, result: Result | null): Promise<void>;
  /** Throws a `UserError` if the job can no longer be delivered. */
  requireRetryable?(ctx: Context, payload: P): Promise<void>;
  /** The readable part of the payload, without secrets. Everything else is hidden. */
  display(ctx: Context, payload: P): Promise<PayloadLine[]>;
  /** Releases resources that deliveries keep open, when the portal closes. */
  close?(ctx: Pick<Context, 'services'>): void;
}

/** Declares a type of durable outbound job. Its slice lists it under `outbound`. */
export const defineOutbound = <P extends Payload, Result extends Receipt, Route>(
  outbound: Outbound<P, Result, Route>,
): Outbound => outbound as unknown as Outbound;
