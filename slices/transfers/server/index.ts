import type { MenuEntry } from '../../../contract/menu.ts';
import { routes } from '../../../server/platform/http/routes.ts';
import { defineChore } from '../../../server/platform/tasks/chores.ts';
import { transferEndpoints } from '../contract.ts';
import {
  acceptTransfer,
  declineTransfer,
  endOverdue,
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

export const transferChores = [
  defineChore({ name: 'transfers.expire', everySeconds: 60, run: endOverdue }),
];

export const transferMenu: MenuEntry[] = [
  {
    id: 'transfers',
    section: 'cloud',
    path: '/transfers',
    icon: 'gift',
    title: { en: 'Transfers', he: 'העברות' },
    access: 'servers.view',
  },
];
