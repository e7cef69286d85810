import type { Actor, Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { scopedDatabase, wholeOf } from '../database/scoped.ts';
import { type ScopeSettings, scopeSettings } from '../database/wall/scopedQuery.ts';
import { type Reach, reachBounds } from './reach.ts';

/**
 * The whole database within a call that sees its caller's rows only, in the same transaction where
 * there is one. `reason` says why the work has to see rows of others, such as addresses that are
 * unique in a network; what it answers must not show them.
 */
export function portalDb({ db }: Pick<Context, 'db'>, _reason: string): Database {
  return wholeOf(db);
}

/** The same call with the whole database. */
export const asPortal = <C extends Pick<Context, 'db'>>(ctx: C, reason: string): C => ({
  ...ctx,
  db: portalDb(ctx, reason),
});

/**
 * The same call limited to its caller's rows. Calls without a caller and calls of root have the
 * whole database.
 */
export function withRowScope<C extends Context>(ctx: C): C {
  const { actor, services } = ctx;
  if (!actor || actor.reach.kind === 'all' || !services.database.isWalled) return ctx;
  return { ...ctx, db: scopedDatabase(services.database.pool, scopeFinder(actor)) };
}

/**
 * The scope for the actor's access. A call that changes its own access has the new scope from its
 * next statement.
 */
function scopeFinder(actor: Actor): () => ScopeSettings | null {
  let of: Reach | undefined;
  let settings: ScopeSettings | null = null;
  return () => {
    if (of !== actor.reach) settings = scopeIn(actor);
    of = actor.reach;
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
