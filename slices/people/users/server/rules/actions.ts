import type * as z from 'zod';
import { type Permission, roleHas } from '../../../../../contract/access/permissions.ts';
import { render } from '../../../../../contract/errors/messages.ts';
import { eachLanguage, type LocalizedText } from '../../../../../contract/languages.ts';
import type { userActions } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import type { Subject, Viewer } from './userScope.ts';

export type UserAction = keyof z.output<typeof userActions>;

type Obstacle = (viewer: Viewer, subject: Subject) => LocalizedText | null;

interface ActionRule {
  permission: Permission;
  /** Checked in order. The first obstacle is the reason. */
  obstacles: readonly Obstacle[];
}

const own: Obstacle = (viewer, subject) =>
  viewer.userId === subject.id ? localize('actions.own.ownAccount') : null;

const exceedsViewer: Obstacle = (viewer, subject) =>
  viewer.userId !== subject.id && subject.lack !== null
    ? localize('actions.beyond.accountPermissionsDont')
    : null;

const locked: Obstacle = (viewer) =>
  viewer.isLocked ? eachLanguage((language) => render('lockedByParent', language)) : null;

const subAccountObstacle: Obstacle = (_viewer, subject) =>
  subject.parentId === null ? null : localize('actions.child.subAccount');
const notASubAccount: Obstacle = (_viewer, subject) =>
  subject.parentId === null ? localize('actions.noChild.isntSubAccount') : null;
const noCustomer: Obstacle = (_viewer, subject) =>
  subject.role === 'user' ? null : localize('actions.noCustomer.onlyCustomerAccountsSub');
const disabled: Obstacle = (_viewer, subject) =>
  subject.isEnabled ? null : localize('actions.disabled.accountDisabled');
const enabled: Obstacle = (_viewer, subject) =>
  subject.isEnabled ? localize('actions.enabled.accountEnabled') : null;
const alreadyLocked: Obstacle = (_viewer, subject) =>
  subject.isParentLocked ? localize('actions.isLockedNow.accountAlreadyLocked') : null;
const notLocked: Obstacle = (_viewer, subject) =>
  subject.isParentLocked ? null : localize('actions.isFree.accountIsntLocked');
const hasSignedIn: Obstacle = (_viewer, subject) =>
  subject.hasPassword || subject.lastLoginAt
    ? localize('actions.hasComeIn.userAlreadySignedPassword')
    : null;
/**
 * Users with the same role can't act for each other, even though they have the same rights, so that
 * administrators remain accountable to each other.
 */
const cannotActFor: Obstacle = (viewer, subject) => {
  if (viewer.isActing) return localize('actions.notToActFor.youreAlreadyActingSomeone');
  const isPeer =
    subject.role === 'root' || (viewer.role !== 'root' && subject.role === 'siteAdmin');
  return isPeer ? localize('actions.notToActFor.cantActAdministratorOwn') : null;
};

const otherUserObstacles: readonly Obstacle[] = [locked, own, exceedsViewer];

const rules: Record<UserAction, ActionRule> = {
  edit: { permission: 'users.manage', obstacles: [locked, exceedsViewer] },
  createChild: {
    permission: 'users.manage',
    obstacles: [locked, exceedsViewer, noCustomer, subAccountObstacle, disabled],
  },
  invite: { permission: 'users.manage', obstacles: [...otherUserObstacles, disabled, hasSignedIn] },
  actFor: {
    permission: 'users.actFor',
    obstacles: [...otherUserObstacles, disabled, cannotActFor],
  },
  enable: { permission: 'users.manage', obstacles: [...otherUserObstacles, enabled] },
  disable: { permission: 'users.manage', obstacles: [...otherUserObstacles, disabled] },
  lock: {
    permission: 'users.manage',
    obstacles: [...otherUserObstacles, notASubAccount, alreadyLocked],
  },
  unlock: {
    permission: 'users.manage',
    obstacles: [...otherUserObstacles, notASubAccount, notLocked],
  },
  changeRole: { permission: 'users.move', obstacles: [...otherUserObstacles, subAccountObstacle] },
  move: { permission: 'users.move', obstacles: otherUserObstacles },
  delete: { permission: 'users.manage', obstacles: otherUserObstacles },
};

export const userActionNames = Object.keys(rules) as UserAction[];

/** Why the viewer can't perform the action on an account in scope. Null if they can. */
export function obstacleTo(
  action: UserAction,
  viewer: Viewer,
  subject: Subject,
): LocalizedText | null {
  const { permission, obstacles } = rules[action];
  if (!roleHas(viewer.role, permission))
    return eachLanguage((language) => render('notAllowed', language, { permission }));
  for (const obstacle of obstacles) {
    const reason = obstacle(viewer, subject);
    if (reason) return reason;
  }
  return null;
}

/** Every action with the reason why it isn't available, or null. */
export function reasonsFor(
  viewer: Viewer,
  subject: Subject,
  language: keyof LocalizedText,
): Record<UserAction, string | null> {
  const entries = userActionNames.map((action) => [
    action,
    obstacleTo(action, viewer, subject)?.[language] ?? null,
  ]);
  return Object.fromEntries(entries) as Record<UserAction, string | null>;
}
