import type * as z from 'zod';
import { eachLanguage } from '../../../../contract/languages.ts';
import { render } from '../../../../contract/messages.ts';
import { holds, type Permission } from '../../../../contract/permissions.ts';
import type { userActions } from '../../contract.ts';
import { type Subject, type Texts, text, type Viewer } from './people.ts';

export type UserAction = keyof z.output<typeof userActions>;

type Obstacle = (viewer: Viewer, subject: Subject) => Texts | null;

interface ActionRule {
  permission: Permission;
  /** Asked in turn; the first is the reason. */
  obstacles: readonly Obstacle[];
}

const own: Obstacle = (viewer, subject) =>
  viewer.userId === subject.id ? text('This is your own account.', 'זהו החשבון שלך.') : null;

const beyond: Obstacle = (viewer, subject) =>
  viewer.userId !== subject.id && subject.lack !== null
    ? text('This account has permissions that you don’t have.', 'לחשבון זה יש הרשאות שאין לך.')
    : null;

const locked: Obstacle = (viewer) =>
  viewer.isLocked ? eachLanguage((language) => render('lockedByParent', language)) : null;

const child: Obstacle = (_viewer, subject) =>
  subject.parentId === null ? null : text('This is a sub-account.', 'זהו חשבון משנה.');
const noChild: Obstacle = (_viewer, subject) =>
  subject.parentId === null ? text('This isn’t a sub-account.', 'זה אינו חשבון משנה.') : null;
const noCustomer: Obstacle = (_viewer, subject) =>
  subject.role === 'user'
    ? null
    : text('Only customer accounts have sub-accounts.', 'רק לחשבון לקוח יש חשבונות משנה.');
const disabled: Obstacle = (_viewer, subject) =>
  subject.isEnabled ? null : text('The account is disabled.', 'החשבון מושבת.');
const enabled: Obstacle = (_viewer, subject) =>
  subject.isEnabled ? text('The account is enabled.', 'החשבון פעיל.') : null;
const isLockedNow: Obstacle = (_viewer, subject) =>
  subject.isParentLocked ? text('The account is already locked.', 'החשבון כבר נעול.') : null;
const isFree: Obstacle = (_viewer, subject) =>
  subject.isParentLocked ? null : text('The account isn’t locked.', 'החשבון אינו נעול.');
const hasComeIn: Obstacle = (_viewer, subject) =>
  subject.hasPassword || subject.lastLoginAt
    ? text('The user has already signed in or has a password.', 'המשתמש כבר נכנס או שיש לו סיסמה.')
    : null;
/**
 * Peers do not act for each other, although each holds what the other does: two administrators of a
 * kind watch each other.
 */
const notToActFor: Obstacle = (viewer, subject) => {
  if (viewer.isActing)
    return text(
      'You’re already acting for someone. Stop that first.',
      'כבר מתבצעת פעולה בשם משתמש אחר. יש לסיים אותה תחילה.',
    );
  const isPeer =
    subject.role === 'root' || (viewer.role !== 'root' && subject.role === 'siteAdmin');
  return isPeer
    ? text(
        'You can’t act for an administrator with your own role.',
        'לא ניתן לפעול בשם מנהל בעל אותו תפקיד.',
      )
    : null;
};

const stranger: readonly Obstacle[] = [locked, own, beyond];

const rules: Record<UserAction, ActionRule> = {
  edit: { permission: 'users.manage', obstacles: [locked, beyond] },
  createChild: {
    permission: 'users.manage',
    obstacles: [locked, beyond, noCustomer, child, disabled],
  },
  invite: { permission: 'users.manage', obstacles: [...stranger, disabled, hasComeIn] },
  actFor: { permission: 'users.actFor', obstacles: [...stranger, disabled, notToActFor] },
  enable: { permission: 'users.manage', obstacles: [...stranger, enabled] },
  disable: { permission: 'users.manage', obstacles: [...stranger, disabled] },
  lock: { permission: 'users.manage', obstacles: [...stranger, noChild, isLockedNow] },
  unlock: { permission: 'users.manage', obstacles: [...stranger, noChild, isFree] },
  changeRole: { permission: 'users.move', obstacles: [...stranger, child] },
  move: { permission: 'users.move', obstacles: stranger },
  delete: { permission: 'users.manage', obstacles: stranger },
};

export const userActionNames = Object.keys(rules) as UserAction[];

/** Why the viewer cannot do it to the account it reaches; null when it can. */
export function obstacleTo(action: UserAction, viewer: Viewer, subject: Subject): Texts | null {
  const { permission, obstacles } = rules[action];
  if (!holds(viewer.role, permission))
    return eachLanguage((language) => render('notAllowed', language, { permission }));
  for (const obstacle of obstacles) {
    const reason = obstacle(viewer, subject);
    if (reason) return reason;
  }
  return null;
}

/** Every action with the reason why it cannot be done, or null. */
export function reasonsFor(
  viewer: Viewer,
  subject: Subject,
  language: keyof Texts,
): Record<UserAction, string | null> {
  const entries = userActionNames.map((action) => [
    action,
    obstacleTo(action, viewer, subject)?.[language] ?? null,
  ]);
  return Object.fromEntries(entries) as Record<UserAction, string | null>;
}
