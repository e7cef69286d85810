import { routes } from '../../../server/platform/http/routes.ts';
import { accountingEndpoints } from '../contract.ts';
import { readConnected, removeConnection, saveConnection, tryConnection } from './connect.ts';

const done = { done: true } as const;

export const accountingRoutes = routes(accountingEndpoints, {
  getAccountingConnection: (ctx, { params }) => readConnected(ctx, params.companyId),
  saveAccountingConnection: async (ctx, { params, body }) => {
    await saveConnection(ctx, params.companyId, body);
    return done;
  },
  deleteAccountingConnection: async (ctx, { params }) => {
    await removeConnection(ctx, params.companyId);
    return done;
  },
  tryAccountingConnection: async (ctx, { params }) => {
    await tryConnection(ctx, params.companyId);
    return done;
  },
});
