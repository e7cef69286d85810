import { commandHandle, endpoint } from '../../../contract/endpoint.ts';
import { prepaidErrors } from '../../prepaid/contract.ts';
import { serverParams } from './parts.ts';

export const binEndpoints = {
  terminateServer: endpoint({
    method: 'DELETE',
    path: '/servers/{serverId}',
    summary: 'Terminates a server: it stops, costs nothing more and waits in the bin.',
    access: 'servers.terminate',
    changes: true,
    dangerous: true,
    params: serverParams,
    answer: commandHandle,
    errors: ['serverLocked', 'serverWrongState', 'serverBusy'],
  }),
  restoreServer: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/restore',
    summary: 'Takes a server out of the bin, with its disks, addresses and name; it stays off.',
    access: 'servers.terminate',
    changes: true,
    orders: 'always',
    params: serverParams,
    answer: commandHandle,
    errors: [
      ...(['budgetBlocksOrders', 'budgetOrderOver'] as const),
      ...prepaidErrors,
      ...(['serverNotInBin', 'serverBusy', 'serverRestoreNameTaken', 'serverRestoreNameInBin'] as const),
    ],
  }),
  purgeServer: endpoint({
    method: 'DELETE',
    path: '/servers/{serverId}/bin',
    command: 'servers delete',
    summary: 'Deletes a terminated server for good, with its disks and snapshots.',
    access: 'servers.terminate',
    changes: true,
    dangerous: true,
    params: serverParams,
    answer: commandHandle,
    errors: ['serverNotInBin', 'serverBusy'],
  }),
};
