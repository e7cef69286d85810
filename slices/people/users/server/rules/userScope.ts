import type { Role } from '../../../../../contract/access/roles.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import {
  coveredRoles,
  type RightsHolder,
  type UserDenialReason,
} from '../../../../../server/platform/access/effectiveRights.ts';
import { localize } from '../../texts/localize.ts';

/** The viewer or actor. */
export interface Viewer {
  userId: string;
  role: Role;
  /** The IDs of the sites from the root site down to the viewer's own, separated by `/`. */
  sitePath: string;
  isLocked: boolean;
  /** Whether the viewer is already acting for another user. */
  isActing: boolean;
}

/** The account that is viewed or changed. */
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
  /** The number of sub-accounts. */
  children: number;
  /** The rights of the user that the viewer doesn't have. Null if the viewer has all of them. */
  lack: UserDenialReason | null;
}

export const isAtOrBelow = (path: string, top: string): boolean =>
  path === top || path.startsWith(`${top}/`);

/**
 * Whether the account is in the viewer's scope, regardless of the allowed actions. The same rule as
 * row-level security, for one row.
 */
export function isUserInScope(
  viewer: Viewer,
  subject: Pick<Subject, 'id' | 'sitePath' | 'parentId'>,
): boolean {
  if (viewer.role === 'root') return true;
  if (viewer.role === 'siteAdmin') return isAtOrBelow(subject.sitePath, viewer.sitePath);
  return subject.id === viewer.userId || subject.parentId === viewer.userId;
}

/** The roles the viewer can grant: those whose permissions the viewer has. */
export const grantableRoles = (viewer: RightsHolder): Role[] => coveredRoles(viewer);

/** Why an account can't have this role here. Null if it can. */
export function roleProblem(
  viewer: RightsHolder,
  role: Role,
  placement: { sitePath: string; parentId: string | null },
): LocalizedText | null {
  if (!grantableRoles(viewer).includes(role))
    return localize('people.roleProblem.accountPermissionsDont');
  if (placement.parentId !== null && role !== 'user')
    return localize('people.roleProblem.subAccountAlwaysRole');
  if (role === 'root' && placement.sitePath.includes('/'))
    return localize('people.roleProblem.rootAccountsCanOnly');
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
 * Why the account can't be the parent of an account of this site. Null if it can. There is only one
 * level: sub-accounts have no sub-accounts.
 */
export function parentProblem(
  parent: ParentFacts,
  subAccount: { id: string | null; siteId: string; children: number },
): LocalizedText | null {
  if (parent.id === subAccount.id) return localize('people.parentProblem.accountCantItsOwn');
  if (parent.role !== 'user') return localize('people.parentProblem.onlyCustomerAccountsCan');
  if (parent.parentId !== null) return localize('people.parentProblem.itsSubAccountItself');
  if (parent.siteId !== subAccount.siteId) return localize('people.parentProblem.itsAnotherSite');
  if (subAccount.children > 0) return localize('people.parentProblem.accountYoureMovingSub');
  return null;
}
