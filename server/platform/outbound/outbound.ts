import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context } from '../context.ts';
import type { OutboundFailure } from './outboundFailure.ts';
import type { BreakerPolicy, RetryPolicy } from './retryPolicy.ts';

/** A job's payload, as JSON. It refers to rows: secrets stay encrypted in the slice's table. */
export type Payload = Readonly<Record<string, string | number | boolean | null>>;

/**
 * `waiting`: until it is delivered. `kept`: its destination isn't connected. `failed`: given up, by
 * the retry policy or by an operator. Only `waiting` jobs are tried.
 */
export const outboundStates = ['waiting', 'sent', 'kept', 'failed'] as const;
export type OutboundState = (typeof outboundStates)[number];

/** Names a type of job for the code that queues it, which needn't know how it is delivered. */
export interface OutboundType<P extends Payload> {
  /** Noun of the slice and what goes out: `mails.email`. */
  readonly name: string;
  /** Only for the type of the payload. */
  readonly payload?: P;
}

export const outboundType = <P extends Payload>(name: string): OutboundType<P> => ({ name });

/** Where a job goes. */
export interface Destination<Route> {
  /** Jobs with the same key share the circuit breaker and the limit of parallel attempts. */
  key: string;
  /** The title for the operator: a host, without secrets. */
  title: string;
  /** The connection for `send`. */
  route: Route;
}

/** One attempt to deliver a job. */
export interface Attempt<Route> {
  route: Route;
  /** The same at every attempt and for no other job of the type: the receiver can tell repetitions. */
  idempotencyKey: string;
  /** From 1. */
  number: number;
}

/** The result of an accepted job. */
export interface Receipt {
  /** About a part that wasn't accepted. */
  note?: string;
}

/** The state of a job after an attempt or after an operator changed it. */
export interface OutboundStatus {
  state: OutboundState;
  attempts: number;
  /** Null when it isn't tried again. */
  nextTryAt: Date | null;
  reason: LocalizedText | null;
  /** The other side's response as a stored problem. */
  detail: string;
  /** The error of the last attempt. Null if it succeeded or someone else changed the job. */
  failure: OutboundFailure | null;
}

/** A line of the payload that an operator can read. */
export interface PayloadLine {
  title: LocalizedText;
  value: string;
}

/**
 * A kind of durable job to the outside, declared once by a slice under `outbound`. Jobs are delivered
 * at least once.
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
  /** Longer than any single attempt: a worker that has a job for longer is considered dead. ms */
  leaseMs: number;
  /** Attempts at once at one destination, in each process. */
  parallel: number;
  /** Where the job goes now. Null: nothing is connected, and the job is kept. Throws as `send`. */
  destination(ctx: Context, payload: P): Promise<Destination<Route> | null>;
  /** Delivers the job. Throws `OutboundFailure`; any other error gives the job up. */
  send(ctx: Context, payload: P, attempt: Attempt<Route>): Promise<Result>;
  /** Copies the state to the slice's own rows, in the transaction that changes the job. */
  onChange?(ctx: Context, payload: P, status: OutboundStatus, result: Result | null): Promise<void>;
  /** Throws a `UserError` when the job can't be delivered anymore. */
  requireRetryable?(ctx: Context, payload: P): Promise<void>;
  /** The readable part of the payload, without secrets. Everything else is hidden. */
  display(ctx: Context, payload: P): Promise<PayloadLine[]>;
  /** Releases what deliveries hold open, when the portal closes. */
  close?(ctx: Pick<Context, 'services'>): void;
}

/** Declares a kind of durable job to the outside; its slice lists it under `outbound`. */
export const defineOutbound = <P extends Payload, Result extends Receipt, Route>(
  outbound: Outbound<P, Result, Route>,
): Outbound => outbound as unknown as Outbound;
