import * as z from 'zod';
import { commandHandle, endpoint } from '../../../../contract/endpoint.ts';
import { orderErrors } from '../../../money/pricing/contract/orderErrors.ts';
import { localize } from '../texts/localize.ts';
import { serverParams } from './parts.ts';

export const trashEndpoints = {
  terminateServer: endpoint({
    title: localize('operations.terminateServer'),
    method: 'DELETE',
    path: '/servers/{serverId}',
    summary:
      'Terminate a server. It stops, is no longer charged, and moves to the Trash. Its name and private addresses become available immediately.',
    access: 'servers.terminate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    dangerous: true,
    params: serverParams,
    answer: commandHandle,
    errors: ['serverLocked', 'serverWrongState', 'serverBusy'],
  }),
  restoreServer: endpoint({
    title: localize('operations.restoreServer'),
    method: 'PUT',
    path: '/servers/{serverId}/restore',
    summary:
      'Restore a server from the Trash. It gets a new name or new private addresses if its former ones are in use.',
    access: 'servers.terminate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    orders: 'always',
    params: serverParams,
    answer: commandHandle.extend({
      /** The server's name after the restore. */
      name: z.string(),
      /** What couldn't be restored: a replaced name or address, or a lost interface. */
      notes: z.array(z.string()),
    }),
    errors: [
      ...(['budgetBlocksOrders', 'budgetOrderOver'] as const),
      ...orderErrors,
      ...(['serverNotInBin', 'serverBusy', 'serverNameTaken'] as const),
    ],
  }),
  purgeServer: endpoint({
    title: localize('operations.purgeServer'),
    method: 'DELETE',
    path: '/servers/{serverId}/bin',
    command: 'servers delete',
    summary: 'Delete a terminated server permanently with its disks and snapshots.',
    access: 'servers.terminate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    dangerous: true,
    params: serverParams,
    answer: commandHandle,
    errors: ['serverNotInBin', 'serverBusy'],
  }),
};
