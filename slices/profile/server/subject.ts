import { refuse } from '../../../contract/errors.ts';
import { type Language, languages } from '../../../contract/languages.ts';
import type { Role } from '../../../contract/permissions.ts';
import { may, reaches } from '../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';

/** The account a call is about: oneself, or one whose protection one may change. */
export interface Subject {
  id: string;
  email: string;
  role: Role;
  sitePath: string;
  language: Language;
  isSelf: boolean;
}

/** What protects an account is not changed by somebody who only acts for it: that would outlast the visit. */
export function refuseOperator(ctx: SignedInContext): void {
  if (ctx.actor.session?.operator) throw refuse('protectionByOwner');
}

const ranks: Record<Role, number> = { user: 0, billingAdmin: 0, siteAdmin: 1, root: 2 };

/**
 * Oneself, a child for its parent, the accounts of the tree for an administrator. Never upward, and no administrator another one of
 * the same site. Whoever is out of reach is answered like nobody: throws `notFound`.
 */
export async function findSubject(ctx: SignedInContext, id: string): Promise<Subject> {
  refuseOperator(ctx);
  const isSelf = id === ctx.actor.userId;
  const row = await ctx.db
    .selectFrom('user_account as u')
    .innerJoin('site', 'site.id', 'u.site_id')
    .select(['u.id', 'u.email', 'u.role', 'u.language', 'site.path', 'site.languages'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where(reaches(ctx, { owner: 'u.id', site: 'u.site_id' }, 'own'))
    .executeTakeFirst();
  if (!row || !(isSelf || isBelow(ctx, { role: row.role as Role, path: row.path }))) throw refuse('notFound', { what: 'user', id });
  const language = languages.find((known) => known === row.language) ?? (row.languages[0] as Language | undefined) ?? languages[0];
  return { id: row.id, email: row.email, role: row.role as Role, sitePath: row.path, language, isSelf };
}

function isBelow({ actor }: SignedInContext, other: { role: Role; path: string }): boolean {
  if (!may({ actor }, 'users.manage')) return false;
  if (actor.role === 'root') return true;
  if (actor.role === 'siteAdmin' && other.role === 'siteAdmin') return other.path.startsWith(`${actor.sitePath}/`);
  return ranks[other.role] <= ranks[actor.role];
}

export const ownSubject = (ctx: SignedInContext): Promise<Subject> => findSubject(ctx, ctx.actor.userId);
