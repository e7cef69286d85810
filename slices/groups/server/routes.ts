import { routes } from '../../../server/platform/http/routes.ts';
import { groupEndpoints } from '../contract.ts';
import { createGroup, deleteGroup, describeGroup, readGroup, updateGroup } from './groups.ts';
import { addMembers, listCandidates, listMembers, removeMember } from './members.ts';
import { grantRight, listObjects, listRights, revokeRight, updateRight } from './rights.ts';
import { readGroups } from './store.ts';

const done = { done: true } as const;

export const groupRoutes = routes(groupEndpoints, {
  listGroups: (ctx, { query }) => readGroups(ctx, query, describeGroup),
  createGroup: (ctx, { body }) => createGroup(ctx, body),
  getGroup: (ctx, { params }) => readGroup(ctx, params.groupId),
  updateGroup: async (ctx, { params, body }) => {
    await updateGroup(ctx, params.groupId, body);
    return done;
  },
  deleteGroup: async (ctx, { params }) => {
    await deleteGroup(ctx, params.groupId);
    return done;
  },
  listGroupMembers: (ctx, { params, query }) => listMembers(ctx, params.groupId, query),
  listGroupCandidates: (ctx, { params, query }) =>
    listCandidates(ctx, params.groupId, query.filter),
  addGroupMembers: async (ctx, { params, body }) => {
    await addMembers(ctx, params.groupId, body.userIds);
    return done;
  },
  removeGroupMember: async (ctx, { params }) => {
    await removeMember(ctx, params.groupId, params.userId);
    return done;
  },
  listGroupRights: (ctx, { params }) => listRights(ctx, params.groupId),
  listGroupObjects: (ctx, { params, query }) => listObjects(ctx, params.groupId, query),
  grantRight: async (ctx, { params, body }) => {
    await grantRight(ctx, params.groupId, body);
    return done;
  },
  updateRight: async (ctx, { params, body }) => {
    await updateRight(ctx, params.groupId, params.rightId, body.right);
    return done;
  },
  revokeRight: async (ctx, { params }) => {
    await revokeRight(ctx, params.groupId, params.rightId);
    return done;
  },
});
