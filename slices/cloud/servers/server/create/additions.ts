import type { Reason } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { defineHook, hookContributions } from '../../../../../server/platform/hooks.ts';
import type { CreateBody, Source } from './plan.ts';

/** A server whose rows were just inserted. */
export interface CreatedServer {
  id: string;
  name: string;
  ownerId: string;
  siteId: string;
}

/** An addition of another slice to new servers, validated before any is created. */
export interface PlannedAddition {
  reasons: readonly Reason[];
  /** TCP ports of the guest to forward from outside, on engines that forward ports. */
  ports: readonly number[];
  /** Details for the activity log entry of the call. */
  note: Record<string, unknown>;
  /** Runs within the transaction of the call, once per server. */
  made(ctx: SignedInContext, server: CreatedServer): Promise<void>;
}

/** Returns null when the request contains nothing for this addition. */
export type Addition = (
  ctx: SignedInContext,
  body: CreateBody,
  source: Source | null,
) => Promise<PlannedAddition | null>;

/** Additions of other slices to new servers. */
export const extendServerCreate = defineHook<Addition>('servers.extendCreate');

export async function planAdditions(
  ctx: SignedInContext,
  body: CreateBody,
  source: Source | null,
): Promise<PlannedAddition[]> {
  const planned = await Promise.all(
    hookContributions(ctx, extendServerCreate).map((addition) => addition(ctx, body, source)),
  );
  return planned.filter((one) => one !== null);
}
