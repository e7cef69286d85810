import * as z from 'zod';
import { commandHandle, endpoint, id } from '../../../../contract/endpoint.ts';
import { orderErrors } from '../../../money/pricing/contract/orderErrors.ts';
import { localize } from '../texts/localize.ts';
import { networkErrors, plug, serverParams } from './parts.ts';

const nicParams = z.strictObject({ serverId: id, nicId: id });

export const nicEndpoints = {
  createServerNic: endpoint({
    title: localize('operations.createServerNic'),
    method: 'POST',
    path: '/servers/{serverId}/nics',
    summary: 'Add a network interface with an IP address.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}', 'network', 'task'],
    orders: 'dearer',
    params: serverParams,
    body: z.strictObject(plug),
    answer: z.strictObject({ cmdId: z.int().positive(), nicId: z.uuid() }),
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...orderErrors,
      'serverWrongState',
      'serverBusy',
      'serverMustBeOff',
      'serverNicLimit',
      ...networkErrors,
    ],
  }),
  moveServerNic: endpoint({
    title: localize('operations.moveServerNic'),
    method: 'PUT',
    path: '/servers/{serverId}/nics/{nicId}/network',
    summary:
      'Move a network interface to another network. It gets a new IP address and keeps its MAC address.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}', 'network', 'task'],
    orders: 'dearer',
    params: nicParams,
    body: z.strictObject(plug),
    answer: commandHandle,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...orderErrors,
      'serverWrongState',
      'serverBusy',
      'serverMustBeOff',
      'nicInNetwork',
      ...networkErrors,
    ],
  }),
  connectServerNic: endpoint({
    title: localize('operations.connectServerNic'),
    method: 'PUT',
    path: '/servers/{serverId}/nics/{nicId}',
    summary: 'Connect or disconnect a network interface.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}', 'network', 'task'],
    params: nicParams,
    body: z.strictObject({ connected: z.boolean() }),
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy'],
  }),
  deleteServerNic: endpoint({
    title: localize('operations.deleteServerNic'),
    method: 'DELETE',
    path: '/servers/{serverId}/nics/{nicId}',
    summary: 'Remove a network interface and release its IP address.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}', 'network', 'task'],
    params: nicParams,
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy', 'serverMustBeOff', 'serverNicLimit'],
  }),
};
