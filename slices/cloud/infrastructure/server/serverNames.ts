import type { Context } from '../../../../server/platform/context.ts';
import { defineHook, singleContribution } from '../../../../server/platform/hooks.ts';

type Lookup = (ctx: Context, serverIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Implemented by the slice that stores server names. */
export const hostServerNames = defineHook<Lookup>('infrastructure.serverNames');

/** Returns the names of the servers the portal manages. Unknown servers are omitted. */
export async function serverNames(
  ctx: Context,
  serverIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return serverIds.length > 0
    ? await singleContribution(ctx, hostServerNames)(ctx, serverIds)
    : new Map();
}
