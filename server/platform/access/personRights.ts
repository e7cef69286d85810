import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import { type Permission, permissions, type Role, roles } from '../../../contract/permissions.ts';
import type { Actor, Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { may, scopeOf } from './scope.ts';

/** What somebody lacks of the rights of a person: a permission, rows that person reaches, or what a group grants to that person. */
export type PersonLack = 'permission' | 'scope' | 'groupRight';

/** The extent of an actor's rights; also for users other than the caller, such as any administrator of a site. */
export type RightsHolder = Pick<Actor, 'userId' | 'role' | 'sitePath' | 'key'>;

const names = Object.keys(permissions) as Permission[];

/** The permissions the actor holds: those of its role, and with an API key only those of the key. */
export const heldPermissions = (actor: RightsHolder): Permission[] => names.filter((name) => may({ actor: actor as Actor }, name));

/** The roles whose permissions the actor holds, all of them. No other role can be granted by it. */
export function coveredRoles(actor: RightsHolder): Role[] {
  const held = new Set(heldPermissions(actor));
  return roles.filter((role) => names.every((name) => held.has(name) || !(permissions[name] as readonly Role[]).includes(role)));
}

/** The arguments of `person_lack` (`0080_person_rights.sql`) that describe the actor. */
export function rightsOf(actor: RightsHolder): { reach: 'all' | 'tree' | 'own'; userId: string; top: string; covered: Role[] } {
  // A key bound to servers covers no users, because it has access to those servers only.
  const covered = actor.key?.serverIds ? [] : coveredRoles(actor);
  return { reach: scopeOf(actor as Actor).kind, userId: actor.userId, top: actor.sitePath, covered };
}

/**
 * Over an account of the query: what the actor lacks of that person's rights; null when it holds them all. Whether somebody may act on
 * a person (sign in as it, read its mail, change its role, password, email or second factor, disable, suspend, delete it, manage its API
 * keys) is decided by this and by nothing else about the two roles. `account` is a column of the query that holds the id.
 */
export function personLack(actor: RightsHolder, account: string): RawBuilder<PersonLack | null> {
  const { reach, userId, top, covered } = rightsOf(actor);
  return sql<PersonLack | null>`person_lack(${reach}, ${userId}, ${top}, ${covered}::text[], ${sql.ref(account)})`;
}

/**
 * Over an email address of the query: whether another account has it, on any site, that administers a site or of whose rights the actor
 * lacks one. `address` is a column of the query.
 */
export function addressBeyond(actor: RightsHolder, address: string): RawBuilder<boolean> {
  const { reach, userId, top, covered } = rightsOf(actor);
  return sql<boolean>`address_beyond(${reach}, ${userId}, ${top}, ${covered}::text[], ${sql.ref(address)})`;
}

/** Whether the actor holds every right that anybody can have, so that no comparison with a person is needed. */
export const coversEveryone = (actor: RightsHolder): boolean => {
  const { reach, covered } = rightsOf(actor);
  return reach === 'all' && covered.length === roles.length;
};

/** What `personLack` says of one person. One that does not exist is out of scope. */
export async function readPersonLack(db: Database, actor: RightsHolder, userId: string): Promise<PersonLack | null> {
  const { reach, userId: id, top, covered } = rightsOf(actor);
  const { rows } = await sql<{ lack: PersonLack | null }>`
    select person_lack(${reach}, ${id}, ${top}, ${covered}::text[], ${userId}) as lack`.execute(db);
  return rows[0]?.lack ?? null;
}

/** Any administrator of the site: what comes into the hands of one of them must not be worth more than that administrator. */
export const administratorOf = (site: { path: string }): RightsHolder => ({
  userId: '00000000-0000-0000-0000-000000000000',
  role: 'siteAdmin',
  sitePath: site.path,
});

/** Throws `userAboveYou` unless the actor holds everything the person holds. Oneself is always covered. */
export async function requireRightsOf(
  ctx: Pick<Context, 'db'> & { actor: Actor },
  person: { id: string; email: string },
  key?: string,
): Promise<void> {
  if (person.id === ctx.actor.userId || (await readPersonLack(ctx.db, ctx.actor, person.id)) === null) return;
  throw refuse('userAboveYou', { email: person.email }, key);
}
