import { routes } from '../../../../server/platform/http/routes.ts';
import { userEndpoints } from '../contract.ts';
import { actFor, stopActing } from './actions/actFor.ts';
import { changeRole, inviteAgain, lockUser, updateUser } from './actions/change.ts';
import { createUser } from './actions/create.ts';
import { disableUser, enableUser } from './actions/disableUser.ts';
import { inviteUsers } from './actions/inviteMany.ts';
import { moveUser } from './actions/move.ts';
import { checkDeletion, deleteUser } from './actions/remove.ts';
import { usersCsv } from './csv.ts';
import { readBilling, readLogins, readServices, readSignup, readUser } from './detail.ts';
import { readHistory } from './history.ts';
import { listUsers } from './list.ts';
import { readOptions } from './options.ts';
import { listParentCandidates } from './parentCandidates.ts';

export const userRoutes = routes(userEndpoints, {
  listUsers: (ctx, { query }) => listUsers(ctx, query),
  listUsersCsv: async (ctx, { query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="users.csv"')
      .send(await usersCsv(ctx, query)),
  userOptions: (ctx) => readOptions(ctx),
  createUser: (ctx, { body }) => createUser(ctx, body),
  inviteUsers: (ctx, { body }) => inviteUsers(ctx, body),
  getUser: (ctx, { params }) => readUser(ctx, params.userId),
  updateUser: (ctx, { params, body }) => updateUser(ctx, params.userId, body),
  userServices: (ctx, { params }) => readServices(ctx, params.userId),
  userSignup: (ctx, { params }) => readSignup(ctx, params.userId),
  userBilling: (ctx, { params }) => readBilling(ctx, params.userId),
  userHistory: (ctx, { params, query }) => readHistory(ctx, params.userId, query),
  userLogins: (ctx, { params }) => readLogins(ctx, params.userId),
  inviteUser: (ctx, { params }) => inviteAgain(ctx, params.userId),
  disableUser: (ctx, { params, body }) =>
    disableUser(ctx, params.userId, { checkOnly: body.checkOnly ?? false }),
  enableUser: (ctx, { params }) => enableUser(ctx, params.userId),
  lockUser: (ctx, { params, body }) => lockUser(ctx, params.userId, body.isLocked),
  updateUserRole: (ctx, { params, body }) => changeRole(ctx, params.userId, body.role),
  listParentCandidates: (ctx, { params, query }) => listParentCandidates(ctx, params.userId, query),
  moveUser: (ctx, { params, body }) => moveUser(ctx, params.userId, body),
  checkUserDeletion: (ctx, { params }) => checkDeletion(ctx, params.userId),
  deleteUser: (ctx, { params }) => deleteUser(ctx, params.userId),
  actFor: (ctx, { params, body }) => actFor(ctx, params.userId, body),
  stopActing: (ctx) => stopActing(ctx),
});
