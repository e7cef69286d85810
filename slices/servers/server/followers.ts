import type { Context } from '../../../server/platform/context.ts';
import type { SubjectItems } from '../../pricing/server/index.ts';
import type { Server } from './rules/facts.ts';

/**
 * Hooks of other slices for changes of a server's state or owner, in the transaction of the change.
 * Null: the server was deleted.
 */
export type ServerFollower = (
  ctx: Pick<Context, 'db' | 'clock'>,
  serverId: string,
  server: Server | null,
) => Promise<void>;

const followers: ServerFollower[] = [];

export function followServers(follower: ServerFollower): void {
  followers.push(follower);
}

export async function tellFollowers(
  ctx: Pick<Context, 'db' | 'clock'>,
  serverId: string,
  server: Server | null,
): Promise<void> {
  for (const follower of followers) await follower(ctx, serverId, server);
}

/**
 * What of another noun is metered once the server is so; the follower of the noun writes the same
 * when it is.
 */
export type FollowingItems = (
  ctx: Pick<Context, 'db'>,
  serverId: string,
  server: Server,
) => Promise<readonly SubjectItems[]>;

const following: FollowingItems[] = [];

export function followServerCosts(items: FollowingItems): void {
  following.push(items);
}

/** For a preview: all that would be metered of other nouns if the server were so. */
export async function followersItems(
  ctx: Pick<Context, 'db'>,
  serverId: string,
  server: Server,
): Promise<SubjectItems[]> {
  return (await Promise.all(following.map((items) => items(ctx, serverId, server)))).flat();
}

/** Servers an engine runs for the portal itself. They are in no list but are not unknown. */
export type EngineGuests = (ctx: Pick<Context, 'db'>) => Promise<readonly string[]>;

const guests: EngineGuests[] = [];

export function knowEngineGuests(list: EngineGuests): void {
  guests.push(list);
}

export async function engineGuests(ctx: Pick<Context, 'db'>): Promise<string[]> {
  return (await Promise.all(guests.map((list) => list(ctx)))).flat();
}
