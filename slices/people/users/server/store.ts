import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../../../contract/access/roles.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Language } from '../../../../contract/languages.ts';
import { userDenialReason } from '../../../../server/platform/access/effectiveRights.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import { type Columns, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { obstacleTo, type UserAction } from './rules/actions.ts';
import type { Subject, Viewer } from './rules/userScope.ts';

/** The scope of a user: the account itself, its parent account and its site. */
export const userReach: Columns = { owner: 'u.id', site: 'u.site_id' };

export interface UserRow extends Subject {
  firstName: string;
  lastName: string;
  state: string;
  isEmailValidated: boolean;
  usesTfa: boolean;
  siteId: string;
  site: string;
  parent: string | null;
  language: Language | null;
  createdAt: Date;
}

/**
 * Site and parent are read in subqueries, because a join would be computed for all rows before the
 * page is cut.
 */
export const userColumns = ({ actor }: SignedInContext): RawBuilder<unknown> => sql`
  u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.role, u.account_state as state, u.is_enabled as "isEnabled",
  u.is_parent_locked as "isParentLocked", u.has_password as "hasPassword", u.is_email_validated as "isEmailValidated",
  u.uses_tfa as "usesTfa", u.site_id as "siteId", (select name from site where site.id = u.site_id) as site,
  (select path from site where site.id = u.site_id) as "sitePath", u.parent_id as "parentId",
  (select email from user_account parent where parent.id = u.parent_id) as parent,
  (select count(*)::integer from user_account child where child.parent_id = u.id and child.deleted_at is null) as children,
  u.language, u.created_at as "createdAt", u.last_login_at as "lastLoginAt",
  ${userDenialReason(actor, 'u.id')} as lack`;

/** Not deleted, and not an account for test keys. */
export const isRealUser = sql`u.deleted_at is null and u.sandbox_of is null`;

/**
 * A user in the caller's scope. Throws `notFound` for users out of scope, as for deleted and
 * nonexistent ones.
 */
export async function findUser(ctx: SignedInContext, userId: string): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    select ${userColumns(ctx)} from user_account u where u.id = ${userId} and ${isRealUser} and ${visibleTo(ctx, userReach)}`.execute(
    ctx.db,
  );
  const user = rows[0];
  if (!user) throw userError('notFound', { what: 'user', id: userId });
  return user;
}

export function viewerOf({ actor }: SignedInContext): Viewer {
  const { userId, role, sitePath, parentId, session } = actor;
  const isLocked = parentId !== null && (session?.isLocked ?? false);
  return { userId, role, sitePath, isLocked, isActing: (session?.operator ?? null) !== null };
}

/**
 * Locks the user together with the caller until the transaction ends. The caller must still match
 * the session. Throws `notFound`, and `userAboveYou`, `lockedByParent` or `userActionRefused` for
 * actions the rules forbid.
 */
export async function lockUserForUpdate(
  ctx: SignedInContext,
  userId: string,
  action: UserAction,
): Promise<UserRow> {
  await lockRowsForUpdate(ctx, [ctx.actor.userId, userId]);
  const user = await findUser(ctx, userId);
  await requireCurrentRole(ctx);
  const viewer = viewerOf(ctx);
  const obstacle = obstacleTo(action, viewer, user);
  if (!obstacle) return user;
  ctx.note({ targetType: 'user', targetId: user.id });
  if (viewer.isLocked) throw userError('lockedByParent');
  if (viewer.userId !== user.id && user.lack !== null)
    throw userError('userAboveYou', { email: user.email });
  throw userError(action === 'actFor' ? 'actForRefused' : 'userActionRefused', {
    email: user.email,
    problem: obstacle,
  });
}

/** Locks the rows in the same order for all callers, so that calls can't deadlock. */
async function lockRowsForUpdate(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<void> {
  await sql`select from user_account where id = any(${[...new Set(ids)]}::uuid[]) order by id for no key update`.execute(
    portalDb(ctx, 'people are locked in one order, also the one who pays for the caller'),
  );
}

/**
 * Checks that the caller still has the role of the session. If two administrators remove each
 * other's role at the same time, the second call is rejected.
 */
async function requireCurrentRole(ctx: SignedInContext): Promise<void> {
  const { rows } = await sql<{ role: Role }>`
    select role from user_account where id = ${ctx.actor.userId} and is_enabled and deleted_at is null`.execute(
    ctx.db,
  );
  if (rows[0]?.role !== ctx.actor.role)
    throw userError('notAllowed', { permission: 'users.manage' });
}

/** Notifies administrators, the user, and the parent account, whose lists show the user. */
export async function announceUser(
  ctx: Pick<Context, 'db'>,
  user: { id: string; siteId: string; parentId: string | null },
): Promise<void> {
  await announce(ctx.db, { topic: 'user', id: user.id, siteId: user.siteId, ownerId: user.id });
  if (user.parentId)
    await announce(ctx.db, {
      topic: 'user',
      id: user.id,
      siteId: user.siteId,
      ownerId: user.parentId,
    });
}

/** The sites where the caller can manage users. */
export async function manageableSites(
  ctx: SignedInContext,
): Promise<{ id: string; name: string; path: string }[]> {
  const { actor } = ctx;
  const inSiteTree: RawBuilder<unknown> =
    actor.role === 'root'
      ? sql`true`
      : actor.role === 'siteAdmin'
        ? sql`(path = ${actor.sitePath} or path like ${`${actor.sitePath}/%`})`
        : sql`id = ${actor.siteId}`;
  const { rows } = await sql<{ id: string; name: string; path: string }>`
    select id, name, path from site where ${inSiteTree} order by path`.execute(ctx.db);
  return rows;
}
