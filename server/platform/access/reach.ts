import { sql } from 'kysely';
import type { ObjectType } from '../../../contract/access/rights.ts';
import type { Actor } from '../context.ts';
import type { Database } from '../database/database.ts';
import { wholeOf } from '../database/scoped.ts';

/** Rights that groups grant on objects of one type, within one owner or a set of sites. */
export interface ReachGrant {
  type: ObjectType;
  /** 1 view to 4 terminate. */
  rank: number;
  /** All objects of the type; otherwise only `objectIds`. */
  isWhole: boolean;
  objectIds: readonly string[];
  /** Applies to objects of this account; null: to objects of `siteIds`. */
  ownerId: string | null;
  siteIds: readonly string[];
}

/**
 * The rows that an actor can access, as IDs. Read from the database with each request
 * (`actor_reach`) and never cached, so that a revoked right takes effect at once.
 */
export type Reach =
  | { kind: 'all' }
  | { kind: 'sites'; siteIds: readonly string[] }
  | {
      kind: 'accounts';
      subAccountIds: readonly string[];
      grants: readonly ReachGrant[];
      /**
       * For an administrator of a company: the sites it sells to, with those below. Only their
       * billing is accessible.
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
 * The select expression of a `Reach`, over a query's account and its site. What `actor_reach`
 * gives, without calling it for the many who are in no group and administer no company: the call
 * takes longer than the rest of reading a session.
 */
export const reachOf = (account: string, site: string): string => `case
  when ${account}.role not in ('root', 'siteAdmin') and not exists (select from user_group_member member where member.user_id = ${account}.id)
    and not exists (select from company_admin clerk where clerk.user_id = ${account}.id)
  then jsonb_build_object('kind', 'accounts', 'companySiteIds', '[]'::jsonb, 'grants', '[]'::jsonb,
    'subAccountIds', to_jsonb(array(select sub.id from user_account sub where sub.parent_id = ${account}.id)))
  else actor_reach(${account}.id, ${account}.role, ${site}.path) end`;

/** The current access of an account, inside the given transaction. */
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
 * For a call that has just changed its own actor's access, such as one that created a sub-account.
 */
export async function refreshReach(ctx: { actor: Actor | null; db: Database }): Promise<void> {
  if (ctx.actor) ctx.actor.reach = await readReach(wholeOf(ctx.db), ctx.actor);
}

/** The limits of everything an actor can access by any rule. */
export type ReachBounds =
  | { kind: 'all' }
  | { kind: 'sites'; siteIds: string[] }
  | { kind: 'accounts'; accountIds: string[]; siteIds: string[] };

/**
 * The widest set of rows an actor meets, for row security: every site; a site administrator's
 * sites; or the account itself, its sub-accounts and the owners of what groups grant, with the
 * sites on which a site's group grants anything or its company sells.
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
