import type { Context } from '../../../../server/platform/context.ts';
import { defineHook, hookContributions } from '../../../../server/platform/hooks.ts';
import type { SubjectItems } from '../../../money/pricing/server/index.ts';
import type { Server } from './rules/facts.ts';

type ChangeContext = Pick<Context, 'db' | 'clock' | 'services'>;

/** `server` is null when the server was deleted. */
export type OnServerChange = (
  ctx: ChangeContext,
  serverId: string,
  server: Server | null,
) => Promise<void>;

/** A server's state or owner changed. Called in the transaction of the change. */
export const serverChanged = defineHook<OnServerChange>('servers.changed');

export async function announceServerChange(
  ctx: ChangeContext,
  serverId: string,
  server: Server | null,
): Promise<void> {
  for (const onServerChanged of hookContributions(ctx, serverChanged))
    await onServerChanged(ctx, serverId, server);
}

/**
 * The items that other slices meter for a server in this state. Their `serverChanged` handlers
 * store the same items once the server is in it.
 */
export const serverCosts =
  defineHook<
    (ctx: Pick<Context, 'db'>, serverId: string, server: Server) => Promise<readonly SubjectItems[]>
  >('servers.costs');

/** For a preview: all items that other slices would meter if the server were in this state. */
export async function otherResourceCosts(
  ctx: Pick<Context, 'db' | 'services'>,
  serverId: string,
  server: Server,
): Promise<SubjectItems[]> {
  const all = hookContributions(ctx, serverCosts).map((items) => items(ctx, serverId, server));
  return (await Promise.all(all)).flat();
}

/**
 * Servers that an engine runs for the portal itself. They appear in no list but don't count as
 * unknown.
 */
export const engineGuests =
  defineHook<(ctx: Pick<Context, 'db'>) => Promise<readonly string[]>>('servers.engineGuests');

/** The IDs of all engine guests. */
export async function listEngineGuests(ctx: Pick<Context, 'db' | 'services'>): Promise<string[]> {
  return (await Promise.all(hookContributions(ctx, engineGuests).map((list) => list(ctx)))).flat();
}
