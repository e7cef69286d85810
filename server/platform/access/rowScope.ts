import { sql } from 'kysely';
import type { Actor } from '../context.ts';
import type { Database } from '../database/database.ts';
import { scopeOf } from './scope.ts';

/** Whose rows the database shows to a call: the coarse wall behind the conditions of the queries. */
export type RowScope =
  | { kind: 'all' }
  /** An administrator: the sites of the subtree, with all accounts of them. */
  | { kind: 'sites'; siteIds: string[]; accountIds?: string[] }
  /**
   * A customer: the account itself, its sub-accounts, and owners on whose objects groups grant rights. `siteIds`: sites on whose objects
   * they do, and for who runs the billing of a company, the sites it sells to with those below.
   */
  | { kind: 'accounts'; accountIds: string[]; siteIds?: string[] };

/** The scope of the actor. Reads the whole database, so it is not asked through a scoped handle. */
export async function resolveRowScope(db: Database, actor: Actor): Promise<RowScope> {
  const scope = scopeOf(actor);
  if (scope.kind === 'all') return { kind: 'all' };
  if (scope.kind === 'tree') {
    const { rows } = await sql<{ id: string }>`
      select id from site where path = ${scope.sitePath} or path like ${`${scope.sitePath}/%`}`.execute(db);
    return { kind: 'sites', siteIds: rows.map(({ id }) => id), accountIds: [actor.userId] };
  }
  const { rows } = await sql<{ accountIds: string[]; siteIds: string[] }>`
    select
      array(select id from user_account where parent_id = ${scope.userId}
        union select distinct owner_id from group_grant where user_id = ${scope.userId} and owner_id is not null) as "accountIds",
      array(select distinct site_id from group_grant where user_id = ${scope.userId} and site_id is not null
        union select below.id from company_admin ca join company_site using (company_id) join site sold on sold.id = site_id
          join site below on below.path = sold.path or below.path like sold.path || '/%' where ca.user_id = ${scope.userId}) as "siteIds"`.execute(
    db,
  );
  const { accountIds = [], siteIds = [] } = rows[0] ?? {};
  return { kind: 'accounts', accountIds: [scope.userId, ...accountIds], siteIds };
}
