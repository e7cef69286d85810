import type { Actor, Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { type ScopeSettings, scopeSettings } from '../database/rowSecurity/scopedQuery.ts';
import { scopedDatabase, wholeDatabaseOf } from '../database/scoped.ts';
import { type Reach, reachBounds } from './objectAccess.ts';

/**
 * Returns the whole database within a call that is limited to its caller's rows, in the same
 * transaction if there is one. `reason` states why the work needs rows of other accounts, for
 * example because addresses are unique in a network. The response must not reveal those rows.
 */
export function portalDb({ db }: Pick<Context, 'db'>, _reason: string): Database {
  return wholeDatabaseOf(db);
}

/** The same call context with access to the whole database. */
export const asPortal = <C extends Pick<Context, 'db'>>(ctx: C, reason: string): C => ({
  ...ctx,
  db: portalDb(ctx, reason),
});

/**
 * The same call context limited to its caller's rows. Calls without a caller and calls of root have
 * the whole database.
 */
export function inRowScope<C extends Context>(ctx: C): C {
  const { actor, services } = ctx;
  if (!actor || actor.reach.kind === 'all' || !services.database.isWalled) return ctx;
  return { ...ctx, db: scopedDatabase(services.database.pool, scopeFinder(actor)) };
}

/**
 * Returns a function that calculates the scope from the actor's access. If a call changes its own
 * access, the new scope applies from the next statement.
 */
function scopeFinder(actor: Actor): () => ScopeSettings | null {
  let reach: Reach | undefined;
  let settings: ScopeSettings | null = null;
  return () => {
    if (reach !== actor.reach) settings = scopeIn(actor);
    reach = actor.reach;
    return settings;
  };
}

function scopeIn(actor: Actor): ScopeSettings | null {
  const bounds = reachBounds(actor);
  if (bounds.kind === 'all') return null;
  return scopeSettings(
    bounds.kind === 'sites' ? [actor.userId] : bounds.accountIds,
    bounds.siteIds,
  );
}
