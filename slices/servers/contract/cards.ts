import * as z from 'zod';
import { commandHandle, endpoint, id } from '../../../contract/endpoint.ts';
import { prepaidErrors } from '../../prepaid/contract.ts';
import { plug, plugErrors, serverParams } from './parts.ts';

const nicParams = z.strictObject({ serverId: id, nicId: id });

export const cardEndpoints = {
  addServerNic: endpoint({
    method: 'POST',
    path: '/servers/{serverId}/nics',
    summary: 'Adds a network card with an address.',
    access: 'servers.configure',
    changes: true,
    orders: 'dearer',
    params: serverParams,
    body: z.strictObject(plug),
    answer: z.strictObject({ cmdId: z.int().positive(), nicId: z.uuid() }),
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...prepaidErrors,
      'serverWrongState',
      'serverBusy',
      'serverMustBeOff',
      'serverNicLimit',
      ...plugErrors,
    ],
  }),
  moveServerNic: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/nics/{nicId}/network',
    summary: 'Plugs a network card into another network, where it gets another address; its hardware address stays.',
    access: 'servers.configure',
    changes: true,
    orders: 'dearer',
    params: nicParams,
    body: z.strictObject(plug),
    answer: commandHandle,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...prepaidErrors,
      'serverWrongState',
      'serverBusy',
      'serverMustBeOff',
      'nicInNetwork',
      ...plugErrors,
    ],
  }),
  connectServerNic: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/nics/{nicId}',
    summary: 'Plugs or unplugs the cable of a network card.',
    access: 'servers.configure',
    changes: true,
    params: nicParams,
    body: z.strictObject({ connected: z.boolean() }),
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy'],
  }),
  removeServerNic: endpoint({
    method: 'DELETE',
    path: '/servers/{serverId}/nics/{nicId}',
    summary: 'Removes a network card and frees its address.',
    access: 'servers.configure',
    changes: true,
    params: nicParams,
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy', 'serverMustBeOff', 'serverNicLimit'],
  }),
};
