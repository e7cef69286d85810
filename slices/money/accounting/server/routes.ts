import { routes } from '../../../../server/platform/http/routes.ts';
import { accountingEndpoints } from '../contract.ts';
import {
  getConnection,
  removeConnection,
  saveConnection,
  testConnection,
} from './connection/connect.ts';

export const accountingRoutes = routes(accountingEndpoints, {
  getAccountingConnection: (ctx, { params }) => getConnection(ctx, params.companyId),
  saveAccountingConnection: (ctx, { params, body }) => saveConnection(ctx, params.companyId, body),
  deleteAccountingConnection: (ctx, { params }) => removeConnection(ctx, params.companyId),
  tryAccountingConnection: (ctx, { params }) => testConnection(ctx, params.companyId),
});
