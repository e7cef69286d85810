import * as z from 'zod';
import { objectTypes, rights } from '../../../contract/access/rights.ts';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const groupItem = z.strictObject({
  id,
  siteId: id,
  site: z.string(),
  name: z.string(),
  description: z.string(),
  /** The parent account that owns the group. Null for a site group. */
  ownerId: id.nullable(),
  owner: z.string().nullable(),
  members: z.int(),
  rights: z.int(),
  createdAt: moment,
});

export const groupDetail = groupItem.extend({
  /** The object types on which rights can be granted. */
  types: z.array(z.strictObject({ type: z.enum(objectTypes), title: z.string() })),
});

export const memberItem = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  site: z.string(),
  isEnabled: z.boolean(),
  addedAt: moment,
  /** Why the rights of the group don't currently apply to this member. Null if they do. */
  problem: z.string().nullable(),
});

export const rightItem = z.strictObject({
  id,
  type: z.enum(objectTypes),
  typeTitle: z.string(),
  /** Null for all objects of the type. */
  objectId: id.nullable(),
  objectName: z.string().nullable(),
  right: z.enum(rights),
  grantedAt: moment,
  grantedBy: z.string(),
  /**
   * Why the right currently has no effect, for example because the object was deleted. Null if it
   * has.
   */
  problem: z.string().nullable(),
});

const name = text({ min: 2, max: 100 });
const description = text({ max: 500 });
const groupParams = z.strictObject({ groupId: id });
const idList = z.array(id).min(1).max(500);

export const groupEndpoints = {
  listGroups: endpoint({
    title: localize('operations.listGroups'),
    method: 'GET',
    path: '/groups',
    summary: 'List the groups you manage.',
    access: 'groups.view',
    changes: false,
    topics: ['group'],
    query: listQuery(['name', 'created', 'members', 'rights'], { siteId: id.optional() }),
    answer: listPage(groupItem),
  }),
  createGroup: endpoint({
    title: localize('operations.createGroup'),
    method: 'POST',
    path: '/groups',
    summary:
      'Create a group: for the site as an administrator, for your sub-accounts as a parent account.',
    access: 'groups.manage',
    changes: true,
    touches: ['group'],
    body: z.strictObject({ name, description: description.optional(), siteId: id.optional() }),
    answer: z.strictObject({ id, siteId: id }),
    errors: ['groupNameTaken', 'groupNotForChild', 'lockedByParent'],
  }),
  getGroup: endpoint({
    title: localize('operations.getGroup'),
    method: 'GET',
    path: '/groups/{groupId}',
    summary: 'Get a group.',
    access: 'groups.view',
    changes: false,
    topics: ['group:{groupId}'],
    params: groupParams,
    answer: groupDetail,
  }),
  updateGroup: endpoint({
    title: localize('operations.updateGroup'),
    method: 'PUT',
    path: '/groups/{groupId}',
    summary: 'Update a group’s name and description.',
    access: 'groups.manage',
    changes: true,
    touches: ['group:{groupId}'],
    params: groupParams,
    body: z.strictObject({ name, description }),
    answer: done,
    errors: ['groupNameTaken', 'lockedByParent'],
  }),
  deleteGroup: endpoint({
    title: localize('operations.deleteGroup'),
    method: 'DELETE',
    path: '/groups/{groupId}',
    summary: 'Delete a group. Its permissions end at once.',
    access: 'groups.manage',
    changes: true,
    touches: ['group:{groupId}'],
    params: groupParams,
    answer: done,
    errors: ['lockedByParent'],
  }),
  listGroupMembers: endpoint({
    title: localize('operations.listGroupMembers'),
    method: 'GET',
    path: '/groups/{groupId}/members',
    summary: 'List the members of a group.',
    access: 'groups.view',
    changes: false,
    topics: ['group:{groupId}'],
    params: groupParams,
    query: listQuery(['email', 'added']),
    answer: listPage(memberItem),
  }),
  listGroupCandidates: endpoint({
    title: localize('operations.listGroupCandidates'),
    method: 'GET',
    path: '/groups/{groupId}/candidates',
    summary: 'Search accounts to add to a group, up to 20 by email or name.',
    access: 'groups.manage',
    changes: false,
    params: groupParams,
    query: z.strictObject({ filter: text({ max: 200 }).optional() }),
    answer: z.strictObject({
      items: z.array(z.strictObject({ id, email: z.string(), name: z.string() })),
    }),
  }),
  addGroupMembers: endpoint({
    title: localize('operations.addGroupMembers'),
    method: 'POST',
    path: '/groups/{groupId}/members',
    summary: 'Add accounts to a group, all or none.',
    access: 'groups.manage',
    changes: true,
    touches: ['group:{groupId}'],
    params: groupParams,
    body: z.strictObject({ userIds: idList }),
    answer: done,
    errors: ['groupMemberRefused', 'lockedByParent'],
  }),
  removeGroupMember: endpoint({
    title: localize('operations.removeGroupMember'),
    method: 'DELETE',
    path: '/groups/{groupId}/members/{userId}',
    summary: 'Remove an account from a group.',
    access: 'groups.manage',
    changes: true,
    touches: ['group:{groupId}'],
    params: z.strictObject({ groupId: id, userId: id }),
    answer: done,
    errors: ['lockedByParent'],
  }),
  listGroupRights: endpoint({
    title: localize('operations.listGroupRights'),
    method: 'GET',
    path: '/groups/{groupId}/rights',
    summary: 'List a group’s permissions.',
    access: 'groups.view',
    changes: false,
    topics: ['group:{groupId}'],
    params: groupParams,
    answer: z.strictObject({ items: z.array(rightItem) }),
  }),
  listGroupObjects: endpoint({
    title: localize('operations.listGroupObjects'),
    method: 'GET',
    path: '/groups/{groupId}/objects',
    summary: 'Search objects to grant the group permissions on, up to 20 by name.',
    access: 'groups.manage',
    changes: false,
    params: groupParams,
    query: z.strictObject({ type: z.enum(objectTypes), filter: text({ max: 200 }).optional() }),
    answer: z.strictObject({
      items: z.array(z.strictObject({ id, name: z.string(), owner: z.string() })),
    }),
    errors: ['grantRefused'],
  }),
  grantRight: endpoint({
    title: localize('operations.grantRight'),
    method: 'POST',
    path: '/groups/{groupId}/rights',
    summary:
      'Grant a group a permission on objects, or on all objects of a type. An existing permission is updated.',
    access: 'groups.manage',
    changes: true,
    touches: ['group:{groupId}'],
    params: groupParams,
    body: z.strictObject({
      type: z.enum(objectTypes),
      objectIds: idList.optional(),
      right: z.enum(rights),
    }),
    answer: done,
    errors: ['grantRefused', 'lockedByParent'],
  }),
  updateRight: endpoint({
    title: localize('operations.updateRight'),
    method: 'PUT',
    path: '/groups/{groupId}/rights/{rightId}',
    summary: 'Update a group’s permission.',
    access: 'groups.manage',
    changes: true,
    touches: ['group:{groupId}'],
    params: z.strictObject({ groupId: id, rightId: id }),
    body: z.strictObject({ right: z.enum(rights) }),
    answer: done,
    errors: ['lockedByParent'],
  }),
  revokeRight: endpoint({
    title: localize('operations.revokeRight'),
    method: 'DELETE',
    path: '/groups/{groupId}/rights/{rightId}',
    summary: 'Revoke a group’s permission. It ends at once.',
    access: 'groups.manage',
    changes: true,
    touches: ['group:{groupId}'],
    params: z.strictObject({ groupId: id, rightId: id }),
    answer: done,
    errors: ['lockedByParent'],
  }),
};

export { groupEndpoints as endpoints };
