import { type RawBuilder, sql } from 'kysely';
import {
  type Permission,
  permissionNames,
  rolesWith,
} from '../../../contract/access/permissions.ts';
import { type Role, roles } from '../../../contract/access/roles.ts';
import type { Actor } from '../context.ts';
import type { Database } from '../database/database.ts';
import { hasPermission, scopeOf } from './scope.ts';

/**
 * The type of right that one user has and the other lacks: a permission, access to rows, or a group
 * grant.
 */
export type UserDenialReason = 'permission' | 'scope' | 'groupRight';

/**
 * The extent of an actor's rights. Also used for users other than the caller, such as any
 * administrator of a site.
 */
export type RightsHolder = Pick<Actor, 'userId' | 'role' | 'sitePath' | 'key'>;

/** The permissions of the actor's role, or with an access key only those of the key. */
export const permissionsOf = (actor: RightsHolder): Permission[] =>
  permissionNames.filter((name) => hasPermission({ actor: actor as Actor }, name));

/** The roles whose permissions the actor has completely. The actor can't grant any other role. */
export function coveredRoles(actor: RightsHolder): Role[] {
  const permissionsOfActor = new Set(permissionsOf(actor));
  return roles.filter((role) =>
    permissionNames.every(
      (name) => permissionsOfActor.has(name) || !rolesWith(name).includes(role),
    ),
  );
}

/** The arguments of `person_lack` (`0080_person_rights.sql`) that describe the actor. */
export function rightsOf(actor: RightsHolder): {
  reach: 'all' | 'tree' | 'own';
  userId: string;
  top: string;
  covered: Role[];
} {
  // A key bound to servers covers no users, because it has access to those servers only.
  const covered = actor.key?.serverIds ? [] : coveredRoles(actor);
  return {
    reach: scopeOf(actor as Actor).kind,
    userId: actor.userId,
    top: actor.sitePath,
    covered,
  };
}

/**
 * SQL for the rights that an account of the query has and the actor lacks. Null if the actor has
 * all of them. Only this decides whether a user can act on another one (sign in as it, read its
 * mail, change its role, password, email, or second factor, disable, suspend, or delete it, manage
 * its API keys). The two roles aren't compared in any other way. `account` is a column of the query
 * with the ID.
 */
export function userDenialReason(
  actor: RightsHolder,
  account: string,
): RawBuilder<UserDenialReason | null> {
  const { reach, userId, top, covered } = rightsOf(actor);
  return sql<UserDenialReason | null>`person_lack(${reach}, ${userId}, ${top}, ${covered}::text[], ${sql.ref(account)})`;
}

/**
 * SQL for whether another account with this email address, on any site, administers a site or has a
 * right that the actor lacks. `address` is a column of the query.
 */
export function addressBeyond(actor: RightsHolder, address: string): RawBuilder<boolean> {
  const { reach, userId, top, covered } = rightsOf(actor);
  return sql<boolean>`address_beyond(${reach}, ${userId}, ${top}, ${covered}::text[], ${sql.ref(address)})`;
}

/** Whether the actor has every right, so that it doesn't need to be compared with a user. */
export const coversEveryone = (actor: RightsHolder): boolean => {
  const { reach, covered } = rightsOf(actor);
  return reach === 'all' && covered.length === roles.length;
};

/** Returns the result of `userDenialReason` for one user. A missing user is treated as out of scope. */
export async function getUserDenialReason(
  db: Database,
  actor: RightsHolder,
  userId: string,
): Promise<UserDenialReason | null> {
  const { reach, userId: id, top, covered } = rightsOf(actor);
  const { rows } = await sql<{ lack: UserDenialReason | null }>`
    select person_lack(${reach}, ${id}, ${top}, ${covered}::text[], ${userId}) as lack`.execute(db);
  return rows[0]?.lack ?? null;
}

/**
 * The minimum rights of any administrator of the site. Results that such an administrator can
 * obtain must not grant more rights than these.
 */
export const administratorOf = (site: { path: string }): RightsHolder => ({
  userId: '00000000-0000-0000-0000-000000000000',
  role: 'siteAdmin',
  sitePath: site.path,
});
