import type { RawBuilder } from 'kysely';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { defineHook } from '../../../../server/platform/hooks.ts';
import type { OwnedServer } from '../../../people/users/server/index.ts';
import type { EstimatedItem } from '../../pricing/server/index.ts';

/** A server that is being created and isn't billed yet. */
interface PendingServer {
  ownerId: string;
  siteId: string;
  tags: readonly string[];
  items: readonly EstimatedItem[];
}

/**
 * Finds and controls the servers that budgets cover. Implemented by the slice that manages servers.
 */
export interface BudgetedServers {
  /** SQL that selects `id, owner_id, tags` of every server, including those in the Trash. */
  tagged: RawBuilder<unknown>;
  coming(ctx: Pick<Context, 'db'>, ownerIds: readonly string[]): Promise<PendingServer[]>;
  withTag(ctx: Pick<Context, 'db'>, ownerId: string, tag: string): Promise<OwnedServer[]>;
  /** Returns the task's ID. */
  turnOff(ctx: SignedInContext, id: string): Promise<{ cmdId: number }>;
}

export const budgetedServers = defineHook<BudgetedServers>('budgets.servers');
