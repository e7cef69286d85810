import type { Context } from '../../../server/platform/context.ts';

type Lookup = (ctx: Context, serverIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

let lookup: Lookup | null = null;

/** Registered once at startup by the slice that stores server names. */
export function nameHostServers(found: Lookup): void {
  lookup = found;
}

/** Names of the servers the portal has; those it does not know are not in the answer. */
export async function serverNames(
  ctx: Context,
  serverIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return lookup && serverIds.length > 0 ? await lookup(ctx, serverIds) : new Map();
}
