import { sql } from 'kysely';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { defineHook, type HookContribution, on } from '../../../../server/platform/hooks.ts';

/** Accounts that move to another site together: a user and its sub-accounts. */
export interface MovedAccounts {
  ids: readonly string[];
  siteId: string;
}

/**
 * Called when accounts move to another site, in the transaction of the move. What they own moves
 * with them, so that the administrators of the new site see it, and those of the previous one no
 * longer do.
 */
export const onAccountsMoved =
  defineHook<(ctx: SignedInContext, moving: MovedAccounts) => Promise<void>>('users.accountsMoved');

/** For a table with the columns `owner_id` and `site_id` whose rows move with their owner. */
export const movesWithOwner = (table: string): HookContribution =>
  on(onAccountsMoved, async ({ db }, { ids, siteId }) => {
    await sql`update ${sql.table(table)} set site_id = ${siteId} where owner_id = any(${[...ids]}::uuid[]) and site_id <> ${siteId}`.execute(
      db,
    );
  });
