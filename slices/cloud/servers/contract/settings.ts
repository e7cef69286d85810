import * as z from 'zod';
import { commandHandle, done, endpoint, text } from '../../../../contract/endpoint.ts';
import { orderErrors } from '../../../money/pricing/contract/orderErrors.ts';
import { billingMode } from '../../../money/pricing/contract.ts';
import { localize } from '../texts/localize.ts';
import { password, serverName, serverParams } from './parts.ts';

export const settingsEndpoints = {
  renameServer: endpoint({
    title: localize('operations.renameServer'),
    method: 'PUT',
    path: '/servers/{serverId}/name',
    summary: 'Rename a server. The hostname inside the guest doesn’t change.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}'],
    params: serverParams,
    body: z.strictObject({ name: serverName }),
    answer: done,
    errors: ['serverNameTaken', 'serverBusy', 'serverWrongState'],
  }),
  tagServer: endpoint({
    title: localize('operations.tagServer'),
    method: 'PUT',
    path: '/servers/{serverId}/tags',
    command: 'servers set-tags',
    summary: 'Set a server’s tags.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}'],
    params: serverParams,
    body: z.strictObject({ tags: z.array(text({ min: 1, max: 40 })).max(20) }),
    answer: done,
  }),
  setServerPassword: endpoint({
    title: localize('operations.setServerPassword'),
    method: 'PUT',
    path: '/servers/{serverId}/password',
    summary: 'Set a server password. The guest applies it at its next start.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    dangerous: true,
    params: serverParams,
    body: z.strictObject({ password }),
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy'],
  }),
  setServerBilling: endpoint({
    title: localize('operations.setServerBilling'),
    method: 'PUT',
    path: '/servers/{serverId}/billing',
    summary: 'Update a server’s billing mode and add-ons.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    orders: 'dearer',
    params: serverParams,
    body: z.strictObject({
      billingMode: billingMode.optional(),
      trafficPackage: text({ max: 40 }).nullable().optional(),
      backup: z.boolean().optional(),
      managed: z.boolean().optional(),
    }),
    answer: done,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...orderErrors,
      'serverWrongState',
      'serverBusy',
      'priceMissing',
      'billingModeNotSold',
    ],
  }),
};
