import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { defineHook } from '../../../../server/platform/hooks.ts';

/** A server as one of the things an account owns. */
export interface OwnedServer {
  id: string;
  name: string;
  ownerId: string;
  /** `bin`: in the Trash. */
  state: 'creating' | 'live' | 'bin';
  power: 'on' | 'off' | 'suspended';
}

/**
 * The servers of accounts, for what is done with an account as a whole: moving, suspending, and
 * deleting it. Changes throw what they throw for a single server.
 */
export interface OwnedServers {
  /** Also those in the Trash. The caller must check permissions. */
  ofOwners(ctx: Pick<Context, 'db'>, ownerIds: readonly string[]): Promise<OwnedServer[]>;
  byId(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<OwnedServer[]>;
  turnOff(ctx: SignedInContext, id: string): Promise<unknown>;
  /** Turns on what the suspension of its account turned off. */
  turnOnAgain(ctx: SignedInContext, id: string): Promise<unknown>;
  terminate(ctx: SignedInContext, id: string): Promise<unknown>;
  restore(ctx: SignedInContext, id: string): Promise<unknown>;
  changeOwner(ctx: Context, id: string, to: { ownerId: string; siteId: string }): Promise<void>;
}

export const ownedServers = defineHook<OwnedServers>('users.ownedServers');
