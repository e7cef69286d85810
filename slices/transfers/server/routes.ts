import { routes } from '../../../server/platform/http/routes.ts';
import { transferEndpoints } from '../contract.ts';
import {
  acceptTransfer,
  declineTransfer,
  listTransfers,
  offerServer,
  withdrawTransfer,
} from './transfers.ts';

const done = { done: true } as const;

export const transferRoutes = routes(transferEndpoints, {
  listTransfers: (ctx, { query }) => listTransfers(ctx, query),
  offerServer: (ctx, { params, body }) => offerServer(ctx, params.serverId, body),
  acceptTransfer: async (ctx, { params }) => {
    await acceptTransfer(ctx, params.transferId);
    return done;
  },
  declineTransfer: async (ctx, { params }) => {
    await declineTransfer(ctx, params.transferId);
    return done;
  },
  withdrawTransfer: async (ctx, { params }) => {
    await withdrawTransfer(ctx, params.transferId);
    return done;
  },
});
