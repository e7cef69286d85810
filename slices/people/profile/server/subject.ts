import type { Role } from '../../../../contract/access/roles.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import {
  type UserDenialReason,
  userDenialReason,
} from '../../../../server/platform/access/effectiveRights.ts';
import { hasPermission, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';

/**
 * The account of a call: the caller's own, or one whose security settings the caller can change.
 */
export interface Subject {
  id: string;
  email: string;
  role: Role;
  sitePath: string;
  language: Language;
  isSelf: boolean;
}

/**
 * Security settings can't be changed while acting for another user, because the change would
 * outlast the session.
 */
export function requireOwnSession(ctx: SignedInContext): void {
  if (ctx.actor.session?.operator) throw userError('protectionByOwner');
}

/**
 * The caller's own account, or one in scope whose rights the caller all has. Administrators can't
 * change each other on the same site. Throws `notFound` for all others.
 */
export async function findSubject(ctx: SignedInContext, id: string): Promise<Subject> {
  requireOwnSession(ctx);
  const isSelf = id === ctx.actor.userId;
  const row = await ctx.db
    .selectFrom('user_account as u')
    .innerJoin('site', 'site.id', 'u.site_id')
    .select([
      'u.id',
      'u.email',
      'u.role',
      'u.language',
      'site.path',
      'site.languages',
      userDenialReason(ctx.actor, 'u.id').as('lack'),
    ])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where(visibleTo(ctx, { owner: 'u.id', site: 'u.site_id' }, 'own'))
    .executeTakeFirst();
  if (
    !row ||
    !(isSelf || isCovered(ctx, { role: row.role as Role, path: row.path, lack: row.lack }))
  )
    throw userError('notFound', { what: 'user', id });
  const language =
    languages.find((candidate) => candidate === row.language) ??
    (row.languages[0] as Language | undefined) ??
    languages[0];
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role,
    sitePath: row.path,
    language,
    isSelf,
  };
}

function isCovered(
  { actor }: SignedInContext,
  other: { role: Role; path: string; lack: UserDenialReason | null },
): boolean {
  if (!hasPermission({ actor }, 'users.manage') || other.lack !== null) return false;
  const arePeers =
    actor.role === 'siteAdmin' && other.role === 'siteAdmin' && other.path === actor.sitePath;
  return !arePeers;
}

export const ownSubject = (ctx: SignedInContext): Promise<Subject> =>
  findSubject(ctx, ctx.actor.userId);
