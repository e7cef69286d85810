import { routes } from '../../../server/platform/http/routes.ts';
import { userEndpoints } from '../contract.ts';
import { actFor, stopActing } from './actFor.ts';
import { changeRole, inviteAgain, lockUser, updateUser } from './change.ts';
import { createUser } from './create.ts';
import { usersCsv } from './csv.ts';
import { readBilling, readLogins, readServices, readSignup, readUser } from './detail.ts';
import { readHistory } from './history.ts';
import { inviteUsers } from './inviteMany.ts';
import { listUsers } from './list.ts';
import { moveUser } from './move.ts';
import { readOptions } from './options.ts';
import { listParentCandidates } from './parentCandidates.ts';
import { checkDeletion, deleteUser } from './remove.ts';
import { disableUser, enableUser } from './shut.ts';

const done = { done: true } as const;

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
  updateUser: async (ctx, { params, body }) => {
    await updateUser(ctx, params.userId, body);
    return done;
  },
  userServices: (ctx, { params }) => readServices(ctx, params.userId),
  userSignup: (ctx, { params }) => readSignup(ctx, params.userId),
  userBilling: (ctx, { params }) => readBilling(ctx, params.userId),
  userHistory: (ctx, { params, query }) => readHistory(ctx, params.userId, query),
  userLogins: (ctx, { params }) => readLogins(ctx, params.userId),
  inviteUser: async (ctx, { params }) => {
    await inviteAgain(ctx, params.userId);
    return done;
  },
  disableUser: (ctx, { params, body }) =>
    disableUser(ctx, params.userId, { checkOnly: body.checkOnly ?? false }),
  enableUser: async (ctx, { params }) => {
    await enableUser(ctx, params.userId);
    return done;
  },
  lockUser: async (ctx, { params, body }) => {
    await lockUser(ctx, params.userId, body.isLocked);
    return done;
  },
  updateUserRole: async (ctx, { params, body }) => {
    await changeRole(ctx, params.userId, body.role);
    return done;
  },
  listParentCandidates: (ctx, { params, query }) => listParentCandidates(ctx, params.userId, query),
  moveUser: async (ctx, { params, body }) => {
    await moveUser(ctx, params.userId, body);
    return done;
  },
  checkUserDeletion: (ctx, { params }) => checkDeletion(ctx, params.userId),
  deleteUser: async (ctx, { params }) => {
    await deleteUser(ctx, params.userId);
    return done;
  },
  actFor: (ctx, { params, body }) => actFor(ctx, params.userId, body),
  stopActing: async (ctx) => {
    await stopActing(ctx);
    return done;
  },
});
