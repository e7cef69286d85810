import * as z from 'zod';
import { commandHandle, endpoint, id } from '../../../contract/endpoint.ts';
import { prepaidErrors } from '../../prepaid/contract.ts';
import { serverParams, sizeGiven } from './parts.ts';

const diskParams = z.strictObject({ serverId: id, diskId: id });

export const sizeEndpoints = {
  resizeServer: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/size',
    summary: 'Change CPU type, cores, and memory of a server.',
    access: 'servers.configure',
    changes: true,
    orders: 'dearer',
    params: serverParams,
    body: z.strictObject(sizeGiven),
    answer: commandHandle,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...prepaidErrors,
      'serverLocked',
      'serverWrongState',
      'serverBusy',
      'serverMustBeOff',
      'serverSizeUnavailable',
      'priceMissing',
    ],
  }),
  createServerDisk: endpoint({
    method: 'POST',
    path: '/servers/{serverId}/disks',
    summary: 'Add an empty disk to a server.',
    access: 'servers.configure',
    changes: true,
    orders: 'always',
    params: serverParams,
    body: z.strictObject({ sizeGb: z.int().min(1).max(1_000_000) }),
    answer: z.strictObject({ cmdId: z.int().positive(), diskId: z.uuid() }),
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...prepaidErrors,
      'serverWrongState',
      'serverBusy',
      'serverMustBeOff',
      'serverSizeUnavailable',
      'serverDisksTooLarge',
    ],
  }),
  growServerDisk: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/disks/{diskId}',
    summary: 'Grow a disk.',
    access: 'servers.configure',
    changes: true,
    orders: 'always',
    params: diskParams,
    body: z.strictObject({ sizeGb: z.int().min(1).max(1_000_000) }),
    answer: commandHandle,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...prepaidErrors,
      'serverWrongState',
      'serverBusy',
      'serverMustBeOff',
      'serverSizeUnavailable',
      'serverDisksTooLarge',
      'serverDiskShrink',
    ],
  }),
  deleteServerDisk: endpoint({
    method: 'DELETE',
    path: '/servers/{serverId}/disks/{diskId}',
    summary: 'Remove a disk from a server and delete its data.',
    access: 'servers.configure',
    changes: true,
    params: diskParams,
    answer: commandHandle,
    errors: ['serverLocked', 'serverWrongState', 'serverBusy', 'serverMustBeOff', 'serverBootDisk', 'serverDiskInSnapshot'],
  }),
};
