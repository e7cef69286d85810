import type { Language } from '../../../../contract/languages.ts';
import type { Role } from '../../../../contract/roles.ts';
import {
  coveredRoles,
  type PersonLack,
  type RightsHolder,
} from '../../../../server/platform/access/personRights.ts';

export type Texts = Record<Language, string>;
export const text = (en: string, he: string): Texts => ({ en, he });

/** Who looks or acts. */
export interface Viewer {
  userId: string;
  role: Role;
  /** The ids of the sites from the root down to the viewer's own, with `/` between. */
  sitePath: string;
  isLocked: boolean;
  /** Already acting for another user. */
  isActing: boolean;
}

/** The account that is looked at. */
export interface Subject {
  id: string;
  email: string;
  role: Role;
  sitePath: string;
  parentId: string | null;
  isEnabled: boolean;
  isParentLocked: boolean;
  hasPassword: boolean;
  lastLoginAt: Date | null;
  /** The number of its sub-accounts. */
  children: number;
  /** What the viewer lacks of its rights; null when the viewer holds them all. */
  lack: PersonLack | null;
}

export const isAtOrBelow = (path: string, top: string): boolean =>
  path === top || path.startsWith(`${top}/`);

/**
 * Whether the viewer reaches the account at all; what it may do is another matter. The same as the
 * wall around rows, for one row.
 */
export function reachesUser(
  viewer: Viewer,
  subject: Pick<Subject, 'id' | 'sitePath' | 'parentId'>,
): boolean {
  if (viewer.role === 'root') return true;
  if (viewer.role === 'siteAdmin') return isAtOrBelow(subject.sitePath, viewer.sitePath);
  return subject.id === viewer.userId || subject.parentId === viewer.userId;
}

/** The roles the viewer can grant: those whose permissions the viewer has. */
export const grantableRoles = (viewer: RightsHolder): Role[] => coveredRoles(viewer);

/** Why an account cannot have this role here; null when it can. */
export function roleProblem(
  viewer: RightsHolder,
  role: Role,
  place: { sitePath: string; parentId: string | null },
): Texts | null {
  if (!grantableRoles(viewer).includes(role))
    return text(
      'This account has permissions that you don’t have.',
      'לחשבון זה יש הרשאות שאין לך.',
    );
  if (place.parentId !== null && role !== 'user')
    return text('A sub-account always has the role User.', 'לחשבון משנה תמיד יש תפקיד "משתמש".');
  if (role === 'root' && place.sitePath.includes('/'))
    return text(
      'Root accounts can only be on the root site.',
      'חשבונות root יכולים להיות רק באתר השורש.',
    );
  return null;
}

/** A possible parent account. */
export interface ParentFacts {
  id: string;
  role: Role;
  siteId: string;
  parentId: string | null;
}

/**
 * Why it can't be the parent of an account of this site; null when it can. There is one level:
 * sub-accounts have no sub-accounts.
 */
export function parentProblem(
  parent: ParentFacts,
  child: { id: string | null; siteId: string; children: number },
): Texts | null {
  if (parent.id === child.id)
    return text(
      'An account can’t be its own parent account.',
      'חשבון אינו יכול להיות חשבון אב של עצמו.',
    );
  if (parent.role !== 'user')
    return text(
      'Only customer accounts can have sub-accounts.',
      'רק לחשבון לקוח יכולים להיות חשבונות משנה.',
    );
  if (parent.parentId !== null) return text('It’s a sub-account itself.', 'זהו חשבון משנה בעצמו.');
  if (parent.siteId !== child.siteId) return text('It’s on another site.', 'הוא נמצא באתר אחר.');
  if (child.children > 0)
    return text(
      'The account you’re moving has sub-accounts. Move them first.',
      'לחשבון המועבר יש חשבונות משנה. יש להעביר אותם תחילה.',
    );
  return null;
}
