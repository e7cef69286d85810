import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { scopedDatabase, wholeOf } from '../database/scoped.ts';
import { type ScopeSettings, scopeSettings } from '../database/wall/scopedQuery.ts';
import { type RowScope, resolveRowScope } from './rowScope.ts';

/**
 * The whole database within a call that sees its caller's rows only, in the same transaction where there is one. `reason` says why the
 * work has to see rows of others, such as addresses that are unique in a network; what it answers must not show them.
 */
export function portalDb({ db }: Pick<Context, 'db'>, _reason: string): Database {
  return wholeOf(db);
}

/** The same call with the whole database. */
export const asPortal = <C extends Pick<Context, 'db'>>(ctx: C, reason: string): C => ({ ...ctx, db: portalDb(ctx, reason) });

/** The same call with the rows of its caller only. A call of nobody and one of root have the whole database. */
export function withRowScope<C extends Context>(ctx: C): C {
  const { actor, services } = ctx;
  if (!actor || actor.role === 'root' || !services.database.isWalled) return ctx;
  let settings: Promise<ScopeSettings | null> | undefined;
  const findScope = () => {
    settings ??= resolveRowScope(services.database.db, actor).then(settingsOf);
    return settings;
  };
  return { ...ctx, db: scopedDatabase(services.database.pool, findScope) };
}

const settingsOf = (scope: RowScope): ScopeSettings | null =>
  scope.kind === 'all' ? null : scopeSettings(scope.accountIds ?? [], scope.siteIds ?? []);
