import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { defineHook } from '../../../../server/platform/hooks.ts';

/** A server in the list of an account's resources. */
export interface OwnedServer {
  id: string;
  name: string;
  ownerId: string;
  /** `bin`: in the Trash. */
  state: 'creating' | 'live' | 'bin';
  power: 'on' | 'off' | 'suspended';
}

/**
 * The servers of accounts, for actions on whole accounts: moving, suspending, and deleting them.
 * Changes throw the same errors as for a single server.
 */
export interface OwnedServers {
  /** Includes servers in the Trash. The caller must check permissions. */
  ofOwners(ctx: Pick<Context, 'db'>, ownerIds: readonly string[]): Promise<OwnedServer[]>;
  byId(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<OwnedServer[]>;
  turnOff(ctx: SignedInContext, id: string): Promise<unknown>;
  /** Turns a server back on that was turned off by the suspension of its account. */
  turnOnAgain(ctx: SignedInContext, id: string): Promise<unknown>;
  terminate(ctx: SignedInContext, id: string): Promise<unknown>;
  restore(ctx: SignedInContext, id: string): Promise<unknown>;
  changeOwner(ctx: Context, id: string, to: { ownerId: string; siteId: string }): Promise<void>;
}

export const ownedServers = defineHook<OwnedServers>('users.ownedServers');
