import * as z from 'zod';
import { commandHandle, done, endpoint, text } from '../../../contract/endpoint.ts';
import { prepaidErrors } from '../../prepaid/contract.ts';
import { billingMode } from '../../pricing/contract.ts';
import { password, serverName, serverParams } from './parts.ts';

export const settingsEndpoints = {
  renameServer: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/name',
    summary: 'Gives the server another name here; the host name inside the guest stays.',
    access: 'servers.configure',
    changes: true,
    params: serverParams,
    body: z.strictObject({ name: serverName }),
    answer: done,
    errors: ['serverNameTaken', 'serverBusy', 'serverWrongState'],
  }),
  tagServer: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/tags',
    command: 'servers set-tags',
    summary: 'Sets the tags of the server.',
    access: 'servers.configure',
    changes: true,
    params: serverParams,
    body: z.strictObject({ tags: z.array(text({ min: 1, max: 40 })).max(20) }),
    answer: done,
  }),
  setServerPassword: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/password',
    summary: 'Sets a password that the guest takes over at its next start.',
    access: 'servers.configure',
    changes: true,
    dangerous: true,
    params: serverParams,
    body: z.strictObject({ password }),
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy'],
  }),
  setServerBilling: endpoint({
    method: 'PUT',
    path: '/servers/{serverId}/billing',
    summary: 'Changes how the server is billed and what is added to it.',
    access: 'servers.configure',
    changes: true,
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
      ...prepaidErrors,
      'serverWrongState',
      'serverBusy',
      'priceMissing',
      'billingModeNotSold',
    ],
  }),
};
