import { expect, it } from 'vitest';
import { ownReach, reachBounds } from './objectAccess.ts';

const userId = 'u';

it('limits an account to itself, its sub-accounts and the owners of granted resources', () => {
  const grant = { type: 'ot.server' as const, rank: 1, isWhole: false, objectIds: ['s'] };
  const grants = [
    { ...grant, ownerId: 'parent', siteIds: [] },
    { ...grant, rank: 2, ownerId: 'parent', siteIds: [] },
    { ...grant, ownerId: null, siteIds: ['site', 'below', 'sold'] },
  ];
  const reach = {
    kind: 'accounts' as const,
    subAccountIds: ['child'],
    grants,
    companySiteIds: ['sold'],
  };
  expect(reachBounds({ userId, reach })).toEqual({
    kind: 'accounts',
    accountIds: ['u', 'child', 'parent'],
    siteIds: ['site', 'below', 'sold'],
  });
  expect(reachBounds({ userId, reach: ownReach })).toEqual({
    kind: 'accounts',
    accountIds: ['u'],
    siteIds: [],
  });
});

it('limits an administrator to its sites, and doesn’t limit root', () => {
  expect(reachBounds({ userId, reach: { kind: 'sites', siteIds: ['a'] } })).toEqual({
    kind: 'sites',
    siteIds: ['a'],
  });
  expect(reachBounds({ userId, reach: { kind: 'all' } })).toEqual({ kind: 'all' });
});
