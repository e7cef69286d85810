import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../../contract/access/roles.ts';
import { coveredRoles } from '../../../../../server/platform/access/effectiveRights.ts';
import { obstacleTo, reasonsFor, type UserAction, userActionNames } from './actions.ts';
import {
  grantableRoles,
  isUserInScope,
  parentProblem,
  roleProblem,
  type Subject,
  type Viewer,
} from './userScope.ts';

const rootSite = 'r';
const viewer = (role: Role, more: Partial<Viewer> = {}): Viewer => ({
  ...{
    userId: 'me',
    role,
    sitePath: role === 'root' ? rootSite : 'r/a',
    isLocked: false,
    isActing: false,
  },
  ...more,
});
const subject = (role: Role, more: Partial<Subject> = {}): Subject => ({
  ...{
    id: 'you',
    email: 'you@example.test',
    role,
    sitePath: 'r/a',
    parentId: null,
    isEnabled: true,
    isParentLocked: false,
  },
  ...{ hasPassword: true, lastLoginAt: null, children: 0, lack: null, ...more },
});
const canPerform = (action: UserAction, viewer: Viewer, subject: Subject): boolean =>
  obstacleTo(action, viewer, subject) === null;

const subAccount = subject('user', { parentId: 'me' });
/** Actions that change or take over an account. */
const strong: readonly UserAction[] = [
  'edit',
  'invite',
  'actFor',
  'enable',
  'disable',
  'lock',
  'unlock',
  'changeRole',
  'move',
  'delete',
];

describe('acting on a user requires all of that user’s rights', () => {
  it.each<[string, Viewer, Subject]>([
    ['a site administrator, root', viewer('siteAdmin'), subject('root', { lack: 'permission' })],
    [
      'a site administrator, a billing administrator',
      viewer('siteAdmin'),
      subject('billingAdmin', { lack: 'permission' }),
    ],
    [
      'a parent account, a billing administrator',
      viewer('user'),
      subject('billingAdmin', { lack: 'permission' }),
    ],
    [
      'a parent account, a sub-account with a group right above it',
      viewer('user'),
      subject('user', { parentId: 'me', lack: 'groupRight' }),
    ],
    ['root, without a right of the other user', viewer('root'), subject('user', { lack: 'scope' })],
  ])('%s: no action at all', (_name, viewer, subject) => {
    expect(strong.filter((action) => canPerform(action, viewer, subject))).toEqual([]);
  });

  it('a billing administrator can’t manage users', () => {
    expect(
      userActionNames.filter((action) =>
        canPerform(action, viewer('billingAdmin'), subject('user')),
      ),
    ).toEqual([]);
  });

  it('a sub-account sees neither its parent account nor its siblings', () => {
    const me = viewer('user', { userId: 'child' });
    expect(isUserInScope(me, { id: 'parent', sitePath: 'r/a', parentId: null })).toBe(false);
    expect(isUserInScope(me, { id: 'sibling', sitePath: 'r/a', parentId: 'parent' })).toBe(false);
    expect(isUserInScope(me, { id: 'child', sitePath: 'r/a', parentId: 'parent' })).toBe(true);
  });

  it('a site administrator sees its own site and sub-sites, but not the parent site or sites with a similar path', () => {
    const me = viewer('siteAdmin');
    expect(
      ['r', 'r/a', 'r/a/b', 'r/ab', 'r/b'].filter((sitePath) =>
        isUserInScope(me, { id: 'x', sitePath, parentId: null }),
      ),
    ).toEqual(['r/a', 'r/a/b']);
  });
});

describe('the user’s own account', () => {
  it.each<Role>(['root', 'siteAdmin', 'user'])('as %s: only the name can be changed', (role) => {
    const self = subject(role, { id: 'me' });
    expect(strong.filter((action) => canPerform(action, viewer(role), self))).toEqual(['edit']);
  });
});

describe('acting for another user', () => {
  it.each<[Role, Role, boolean]>([
    ['root', 'root', false],
    ['root', 'siteAdmin', true],
    ['root', 'billingAdmin', true],
    ['root', 'user', true],
    ['siteAdmin', 'root', false],
    ['siteAdmin', 'siteAdmin', false],
    ['siteAdmin', 'billingAdmin', false],
    ['siteAdmin', 'user', true],
    ['user', 'user', true],
    ['user', 'siteAdmin', false],
    ['billingAdmin', 'user', false],
  ])('%s for %s: %s', (viewerRole, subjectRole, isAllowed) => {
    const denialReason = coveredRoles(viewer(viewerRole)).includes(subjectRole)
      ? null
      : 'permission';
    expect(
      canPerform(
        'actFor',
        viewer(viewerRole),
        subject(subjectRole, {
          lack: denialReason,
          ...(subjectRole === 'user' && viewerRole === 'user' ? { parentId: 'me' } : {}),
        }),
      ),
    ).toBe(isAllowed);
  });

  it('can’t target a disabled user, be nested, or be used while locked by the parent account', () => {
    expect(canPerform('actFor', viewer('root'), subject('user', { isEnabled: false }))).toBe(false);
    expect(canPerform('actFor', viewer('root', { isActing: true }), subject('user'))).toBe(false);
    expect(canPerform('actFor', viewer('user', { isLocked: true }), subAccount)).toBe(false);
  });
});

describe('a parent account', () => {
  it('can manage its sub-accounts except for their role and parent', () => {
    const allowed = userActionNames.filter((action) =>
      canPerform(action, viewer('user'), subAccount),
    );
    expect(allowed).toEqual(['edit', 'actFor', 'disable', 'lock', 'delete']);
  });

  it('can’t do anything while it is locked itself', () => {
    expect(
      userActionNames.filter((action) =>
        canPerform(action, viewer('user', { isLocked: true }), subAccount),
      ),
    ).toEqual([]);
  });
});

describe('available actions depend on the account', () => {
  it.each<[string, UserAction, Partial<Subject>, boolean]>([
    ['enabled', 'enable', {}, false],
    ['disabled', 'enable', { isEnabled: false }, true],
    ['disabled', 'disable', { isEnabled: false }, false],
    ['not a sub-account', 'lock', {}, false],
    ['a sub-account', 'lock', { parentId: 'p' }, true],
    ['a locked sub-account', 'lock', { parentId: 'p', isParentLocked: true }, false],
    ['a locked sub-account', 'unlock', { parentId: 'p', isParentLocked: true }, true],
    ['a sub-account', 'changeRole', { parentId: 'p' }, false],
    ['a sub-account', 'createChild', { parentId: 'p' }, false],
    ['a customer', 'createChild', {}, true],
    ['one with a password', 'invite', {}, false],
    ['one that never came', 'invite', { hasPassword: false }, true],
    [
      'one that came in without a password',
      'invite',
      { hasPassword: false, lastLoginAt: new Date(0) },
      false,
    ],
  ])('%s: %s', (_name, action, more, isAllowed) => {
    expect(canPerform(action, viewer('root'), subject('user', more))).toBe(isAllowed);
  });

  it('every denial has a reason in every language', () => {
    for (const language of ['en', 'he'] as const) {
      const reasons = Object.values(reasonsFor(viewer('billingAdmin'), subject('root'), language));
      expect(reasons.every((reason) => reason !== null && reason.length > 5)).toBe(true);
    }
  });
});

describe('roles', () => {
  it.each<[Role, Role[]]>([
    ['root', ['root', 'siteAdmin', 'billingAdmin', 'user']],
    ['siteAdmin', ['siteAdmin', 'user']],
    ['billingAdmin', ['billingAdmin']],
    ['user', ['user']],
  ])('%s can grant %j', (role, roles) => {
    expect(grantableRoles(viewer(role))).toEqual(roles);
  });

  it('sub-accounts have no role, and root stays on the root site', () => {
    expect(
      roleProblem(viewer('root'), 'siteAdmin', { sitePath: 'r', parentId: 'p' }),
    ).not.toBeNull();
    expect(roleProblem(viewer('root'), 'root', { sitePath: 'r/a', parentId: null })).not.toBeNull();
    expect(roleProblem(viewer('root'), 'root', { sitePath: 'r', parentId: null })).toBeNull();
    expect(
      roleProblem(viewer('siteAdmin'), 'root', { sitePath: 'r', parentId: null }),
    ).not.toBeNull();
  });
});

describe('a parent account', () => {
  const parent = { id: 'p', role: 'user' as Role, siteId: 's', parentId: null };
  const freeChild = { id: 'c', siteId: 's', children: 0 };
  it.each([
    ['a customer of the same site', parent, freeChild, true],
    ['itself', { ...parent, id: 'c' }, freeChild, false],
    ['a sub-account', { ...parent, parentId: 'x' }, freeChild, false],
    ['an administrator', { ...parent, role: 'siteAdmin' as Role }, freeChild, false],
    ['one of another site', { ...parent, siteId: 't' }, freeChild, false],
    ['of one with sub-accounts', parent, { ...freeChild, children: 2 }, false],
  ])('can be %s', (_name, child, parent, isAllowed) => {
    expect(parentProblem(child, parent) === null).toBe(isAllowed);
  });
});
