import { routes } from '../../../../server/platform/http/routes.ts';
import { groupEndpoints } from '../contract.ts';
import { createGroup, deleteGroup, describeGroup, readGroup, updateGroup } from './groups.ts';
import { addMembers, listCandidates, listMembers, removeMember } from './members.ts';
import { grantRight, listObjects, listRights, revokeRight, updateRight } from './rights.ts';
import { readGroups } from './store.ts';

export const groupRoutes = routes(groupEndpoints, {
  listGroups: (ctx, { query }) => readGroups(ctx, query, describeGroup),
  createGroup: (ctx, { body }) => createGroup(ctx, body),
  getGroup: (ctx, { params }) => readGroup(ctx, params.groupId),
  updateGroup: (ctx, { params, body }) => updateGroup(ctx, params.groupId, body),
  deleteGroup: (ctx, { params }) => deleteGroup(ctx, params.groupId),
  listGroupMembers: (ctx, { params, query }) => listMembers(ctx, params.groupId, query),
  listGroupCandidates: (ctx, { params, query }) =>
    listCandidates(ctx, params.groupId, query.filter),
  addGroupMembers: (ctx, { params, body }) => addMembers(ctx, params.groupId, body.userIds),
  removeGroupMember: (ctx, { params }) => removeMember(ctx, params.groupId, params.userId),
  listGroupRights: (ctx, { params }) => listRights(ctx, params.groupId),
  listGroupObjects: (ctx, { params, query }) => listObjects(ctx, params.groupId, query),
  grantRight: (ctx, { params, body }) => grantRight(ctx, params.groupId, body),
  updateRight: (ctx, { params, body }) =>
    updateRight(ctx, params.groupId, params.rightId, body.right),
  revokeRight: (ctx, { params }) => revokeRight(ctx, params.groupId, params.rightId),
});
