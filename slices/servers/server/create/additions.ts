import type { Reason } from '../../../../contract/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { CreateBody, Source } from './plan.ts';

/** A server whose rows were just inserted. */
export interface MadeServer {
  id: string;
  name: string;
  ownerId: string;
  siteId: string;
}

/** What another noun adds to servers that are being made, checked before any is. */
export interface PlannedAddition {
  reasons: readonly Reason[];
  /** TCP ports of the guest that are to be reached from outside, on engines that forward ports. */
  ports: readonly number[];
  /** For the record of the call. */
  note: Record<string, unknown>;
  /** Runs in the transaction of the call, once for each server. */
  made(ctx: SignedInContext, server: MadeServer): Promise<void>;
}

/** Answers null when the request asks for nothing of it. */
export type Addition = (
  ctx: SignedInContext,
  body: CreateBody,
  source: Source | null,
) => Promise<PlannedAddition | null>;

const additions: Addition[] = [];

/** Declares what a noun adds: nouns that stand on servers cannot be known to them. */
export function addToServers(addition: Addition): void {
  if (!additions.includes(addition)) additions.push(addition);
}

export async function planAdditions(
  ctx: SignedInContext,
  body: CreateBody,
  source: Source | null,
): Promise<PlannedAddition[]> {
  const planned = await Promise.all(additions.map((addition) => addition(ctx, body, source)));
  return planned.filter((one) => one !== null);
}
