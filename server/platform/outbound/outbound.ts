import type { RawBuilder } from 'kysely';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Context, SignedInContext } from '../context.ts';

export const outboundStates = ['waiting', 'sent', 'failed', 'kept'] as const;
/** `kept`: no connection is set up for it. `failed`: it isn't retried automatically any more. */
export type OutboundState = (typeof outboundStates)[number];

/**
 * Durable work that reaches a service outside the portal: messages, webhooks, documents. The slice
 * that owns it keeps it in a table of its own and sends it; what operators see and do with it
 * derives from this declaration.
 */
export interface Outbound {
  /** Unique, such as `mail`. */
  name: string;
  /** What one is called, such as "Email". */
  title: LocalizedText;
  /**
   * A query with one row for each: `id` (text), `site_id`, `destination` (an address without
   * secrets), `subject`, `state` (`OutboundState`), `attempts`, `created_at`, `due_at` (null unless
   * it waits), `ended_at`, and `problem` (as stored, '' without one).
   */
  rows: RawBuilder<unknown>;
  /** The stored problem for people. */
  describeProblem(problem: string): LocalizedText;
  /** What is sent, without secrets; null when it isn't kept or contains only secrets. */
  readPayload(ctx: Context, id: string): Promise<string | null>;
  /** Sends a failed or kept one again, with all its attempts. Throws a `UserError`. */
  retry(ctx: SignedInContext, id: string): Promise<void>;
  /** Stops retrying a waiting one. False when it isn't waiting or is being sent right now. */
  giveUp(ctx: SignedInContext, id: string): Promise<boolean>;
}

export const defineOutbound = (outbound: Outbound): Outbound => outbound;
