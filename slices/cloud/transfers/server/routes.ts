import { routes } from '../../../../server/platform/http/routes.ts';
import { transferEndpoints } from '../contract.ts';
import {
  acceptTransfer,
  declineTransfer,
  listTransfers,
  offerServer,
  withdrawTransfer,
} from './transfers.ts';

export const transferRoutes = routes(transferEndpoints, {
  listTransfers: (ctx, { query }) => listTransfers(ctx, query),
  offerServer: (ctx, { params, body }) => offerServer(ctx, params.serverId, body),
  acceptTransfer: (ctx, { params }) => acceptTransfer(ctx, params.transferId),
  declineTransfer: (ctx, { params }) => declineTransfer(ctx, params.transferId),
  withdrawTransfer: (ctx, { params }) => withdrawTransfer(ctx, params.transferId),
});
