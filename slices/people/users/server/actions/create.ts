import { sql } from 'kysely';
import type * as z from 'zod';
import type { Role } from '../../../../../contract/access/roles.ts';
import { userError } from '../../../../../contract/errors/errors.ts';
import { isEmail, normalizeEmail } from '../../../../../contract/fields/email.ts';
import type { Language } from '../../../../../contract/languages.ts';
import { refreshAccess } from '../../../../../server/platform/access/objectAccess.ts';
import { requireUnlockedActor } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import { checkNewPassword, hashPassword } from '../../../credentials/server/index.ts';
import type { userEndpoints } from '../../contract.ts';
import { insertAccount } from '../account.ts';
import { type ParentFacts, parentProblem, roleProblem } from '../rules/userScope.ts';
import { announceUser, manageableSites } from '../store.ts';
import { mailInvitation } from './invitation.ts';

type CreateBody = z.output<(typeof userEndpoints)['createUser']['body']>;

/** The validated location of a new account. */
export interface Placement {
  siteId: string;
  parentId: string | null;
  role: Role;
}

/**
 * Checks that the caller can create an account there: administrators on their sites, parent
 * accounts as their own sub-accounts. Throws `notFound` for a site or parent out of scope,
 * `roleRefused`, `parentRefused`, `lockedByParent`.
 */
export async function placementFor(
  ctx: SignedInContext,
  input: { siteId?: string | undefined; parentId?: string | undefined; role?: Role | undefined },
): Promise<Placement> {
  await requireUnlockedActor(ctx);
  const isAdmin = ctx.actor.role === 'root' || ctx.actor.role === 'siteAdmin';
  const parentId = isAdmin ? (input.parentId ?? null) : (input.parentId ?? ctx.actor.userId);
  const parent = parentId === null ? null : await findParent(ctx, parentId);
  const siteId = input.siteId ?? parent?.siteId ?? ctx.actor.siteId;
  const site = (await manageableSites(ctx)).find(({ id }) => id === siteId);
  if (!site) throw userError('notFound', { what: 'site', id: siteId });
  const problem = parent && parentProblem(parent, { id: null, siteId, children: 0 });
  if (problem) throw userError('parentRefused', { problem }, 'parentId');
  const role = input.role ?? 'user';
  const placeProblem = roleProblem(ctx.actor, role, { sitePath: site.path, parentId });
  if (placeProblem) throw userError('roleRefused', { role, problem: placeProblem }, 'role');
  return { siteId, parentId, role };
}

/**
 * A parent account in the caller's scope, locked so that it can't become a sub-account in the
 * meantime.
 */
export async function findParent(ctx: SignedInContext, parentId: string): Promise<ParentFacts> {
  const isOwn = parentId === ctx.actor.userId;
  const sites = (await manageableSites(ctx)).map(({ id }) => id);
  const isAdmin = ctx.actor.role === 'root' || ctx.actor.role === 'siteAdmin';
  const { rows } = await sql<ParentFacts>`
    select id, role, site_id as "siteId", parent_id as "parentId" from user_account
    where id = ${parentId} and deleted_at is null and ${isAdmin ? sql`site_id = any(${sites}::uuid[])` : sql`${isOwn}`}
    for no key update`.execute(ctx.db);
  const parent = rows[0];
  if (!parent) throw userError('notFound', { what: 'user', id: parentId });
  return parent;
}

/**
 * Creates a user, with a password or an invitation. Throws codes 25, 12, 15, 29, 17 and the errors
 * of `placementFor`.
 */
export async function createUser(
  ctx: SignedInContext,
  body: CreateBody,
): Promise<{ userId: string; isInvited: boolean }> {
  const email = normalizeEmail(body.email);
  if (email === '') throw userError('emailRequired', undefined, 'email');
  if (!isEmail(email)) throw userError('emailInvalid', undefined, 'email');
  const placement = await placementFor(ctx, body);
  const { password } = body;
  if (password !== undefined)
    await checkPassword(ctx, placement.siteId, { ...body, email, password });
  const user = {
    email,
    firstName: body.firstName ?? '',
    lastName: body.lastName ?? '',
    language: body.language ?? null,
  };
  const userId = await insertUser(
    ctx,
    placement,
    user,
    password === undefined ? null : await hashPassword(password),
  );
  if (!userId) throw userError('emailNotAvailable', undefined, 'email');
  if (password === undefined)
    await mailInvitation(ctx, { id: userId, ...user, siteId: placement.siteId });
  return { userId, isInvited: password === undefined };
}

/** Uses the password policy of the account's site. */
async function checkPassword(
  ctx: SignedInContext,
  siteId: string,
  {
    email,
    password,
    firstName,
    lastName,
  }: {
    email: string;
    password: string;
    firstName?: string | undefined;
    lastName?: string | undefined;
  },
): Promise<void> {
  const site = siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, siteId);
  const keys = { password: 'password', repeat: 'password' };
  await checkNewPassword(
    { ...ctx, site },
    { password, repeat: password, keys, about: [email, firstName ?? '', lastName ?? ''] },
  );
}

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  language: Language | null;
}

/** Inserts the account. Null if its email address is taken on the site. */
export async function insertUser(
  ctx: SignedInContext,
  { siteId, parentId, role }: Placement,
  { email, firstName, lastName, language }: NewUser,
  passwordHash: string | null,
): Promise<string | null> {
  const id = await insertAccount(ctx, {
    siteId,
    parentId,
    email,
    role,
    firstName,
    lastName,
    language,
    passwordHash,
  });
  if (id === null) return null;
  if (parentId === ctx.actor.userId) await refreshAccess(ctx);
  ctx.note({ targetType: 'user', targetId: id, after: { email, role, siteId, parentId } });
  await announceUser(ctx, { id, siteId, parentId });
  return id;
}
