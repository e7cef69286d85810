import { sql } from 'kysely';
import type { ObjectType } from '../../../contract/access/rights.ts';
import type { Actor } from '../context.ts';
import type { Database } from '../database/database.ts';
import { wholeDatabaseOf } from '../database/scoped.ts';

/** Rights that groups grant on objects of one type, within one owner or a set of sites. */
export interface ReachGrant {
  type: ObjectType;
  /** From 1 (view) to 4 (terminate). */
  rank: number;
  /** True for all objects of the type, otherwise only for `objectIds`. */
  isWhole: boolean;
  objectIds: readonly string[];
  /** Applies to objects of this account. Null: to objects of `siteIds`. */
  ownerId: string | null;
  siteIds: readonly string[];
}

/**
 * The rows that an actor can access, as IDs. Read from the database on each request (`actor_reach`)
 * and never cached, so that a revoked right takes effect immediately.
 */
export type Reach =
  | { kind: 'all' }
  | { kind: 'sites'; siteIds: readonly string[] }
  | {
      kind: 'accounts';
      subAccountIds: readonly string[];
      grants: readonly ReachGrant[];
      /**
       * For a company administrator: the sites that the company sells to and their child sites.
       * Only their billing data is accessible.
       */
      companySiteIds: readonly string[];
    };

/** Only objects owned by the account itself. */
export const ownReach: Reach = {
  kind: 'accounts',
  subAccountIds: [],
  grants: [],
  companySiteIds: [],
};

/**
 * SQL expression for a `Reach`, given the aliases of an account and its site in the query.
 * Equivalent to `actor_reach`, but skips that call for accounts that are in no group and administer
 * no company, because it takes longer than the rest of reading a session.
 */
export const reachOf = (account: string, site: string): string => `case
  when ${account}.role not in ('root', 'siteAdmin') and not exists (select from user_group_member member where member.user_id = ${account}.id)
    and not exists (select from company_admin clerk where clerk.user_id = ${account}.id)
  then jsonb_build_object('kind', 'accounts', 'companySiteIds', '[]'::jsonb, 'grants', '[]'::jsonb,
    'subAccountIds', to_jsonb(array(select sub.id from user_account sub where sub.parent_id = ${account}.id)))
  else actor_reach(${account}.id, ${account}.role, ${site}.path) end`;

/** Reads the current access of an account, within the given transaction. */
export async function readReach(
  db: Database,
  { userId, role, sitePath }: Pick<Actor, 'userId' | 'role' | 'sitePath'>,
): Promise<Reach> {
  const { rows } = await sql<{
    reach: Reach;
  }>`select actor_reach(${userId}, ${role}, ${sitePath}) as reach`.execute(db);
  return rows[0]?.reach ?? ownReach;
}

/**
 * For a call that has just changed its own actor's access, for example by creating a sub-account.
 */
export async function refreshAccess(ctx: { actor: Actor | null; db: Database }): Promise<void> {
  if (ctx.actor) ctx.actor.reach = await readReach(wholeDatabaseOf(ctx.db), ctx.actor);
}

/** The outer limits of an actor's access under any rule. */
export type ReachBounds =
  | { kind: 'all' }
  | { kind: 'sites'; siteIds: string[] }
  | { kind: 'accounts'; accountIds: string[]; siteIds: string[] };

/**
 * The widest set of rows that an actor can access, for row security: every site; a site
 * administrator's sites; or the account itself, its sub-accounts, and the owners of resources
 * granted by groups, with the sites on which a site's group grants rights or on which the actor's
 * company sells.
 */
export function reachBounds({ userId, reach }: Pick<Actor, 'userId' | 'reach'>): ReachBounds {
  if (reach.kind === 'all') return reach;
  if (reach.kind === 'sites') return { kind: 'sites', siteIds: [...reach.siteIds] };
  const owners = reach.grants.flatMap(({ ownerId }) => (ownerId === null ? [] : [ownerId]));
  const sites = reach.grants.flatMap(({ siteIds }) => siteIds);
  return {
    kind: 'accounts',
    accountIds: [...new Set([userId, ...reach.subAccountIds, ...owners])],
    siteIds: [...new Set([...sites, ...reach.companySiteIds])],
  };
}
