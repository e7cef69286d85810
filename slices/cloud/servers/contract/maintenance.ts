import * as z from 'zod';
import { commandHandle, done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { estimateAnswer } from '../../../money/pricing/contract.ts';
import { localize } from '../texts/localize.ts';
import { cpuType, reason, serverParams, sizeFields } from './parts.ts';

/** Who locked a server against accidental changes, since when, and why. */
export const serverLock = z.strictObject({ since: moment, by: z.string(), reason: z.string() });

/** The price of a size, and whether the server must be off to change to it. */
const sizePreview = z.strictObject({
  cpuType,
  cores: z.int(),
  ramMb: z.int(),
  price: estimateAnswer,
  /**
   * Why the server must be off. Null when the server can be resized while running or is already
   * off.
   */
  needsOff: reason,
});

export const serverActionEndpoints = {
  listServerTags: endpoint({
    title: localize('operations.listServerTags'),
    method: 'GET',
    path: '/servers/tags',
    summary: 'List server tags with the number of servers.',
    access: 'servers.view',
    changes: false,
    topics: ['server'],
    answer: z.strictObject({
      items: z.array(z.strictObject({ tag: z.string(), servers: z.int() })),
    }),
  }),
  getServerSizes: endpoint({
    title: localize('operations.getServerSizes'),
    method: 'GET',
    path: '/servers/{serverId}/size',
    summary: 'List the next sizes for a server with prices and whether it must be off.',
    access: 'servers.configure',
    changes: false,
    topics: ['server:{serverId}'],
    params: serverParams,
    answer: z.strictObject({
      now: sizePreview,
      /** Sorted from smallest to largest. */
      offered: z.array(sizePreview),
      /**
       * Index in `offered` of the recommended size, the next larger one. Null when there is none.
       */
      suggested: z.int().nullable(),
      /**
       * How far the server can grow while running. Null when it isn't running or its engine doesn't
       * support it.
       */
      room: z.strictObject({ cores: z.int(), ramMb: z.int() }).nullable(),
    }),
    errors: ['priceMissing'],
  }),
  previewServerSize: endpoint({
    title: localize('operations.previewServerSize'),
    method: 'POST',
    path: '/servers/{serverId}/size/preview',
    summary: 'Preview the price of a server size and whether the server must be off.',
    access: 'servers.configure',
    changes: false,
    params: serverParams,
    body: z.strictObject(sizeFields),
    answer: z.strictObject({ now: sizePreview, wanted: sizePreview }),
    errors: ['serverSizeUnavailable', 'priceMissing'],
  }),
  describeServer: endpoint({
    title: localize('operations.describeServer'),
    method: 'PUT',
    path: '/servers/{serverId}/description',
    command: 'servers set-description',
    summary: 'Update a server’s description and notes.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}'],
    params: serverParams,
    body: z.strictObject({
      description: text({ max: 200 }).optional(),
      notes: text({ max: 20_000, multiline: true }).optional(),
    }),
    answer: done,
    errors: ['serverWrongState'],
  }),
  lockServer: endpoint({
    title: localize('operations.lockServer'),
    method: 'PUT',
    path: '/servers/{serverId}/lock',
    summary: 'Lock a server against power off, resize, restore, transfer, and termination.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}'],
    params: serverParams,
    body: z.strictObject({ reason: text({ max: 200 }).optional() }),
    answer: done,
    errors: ['serverWrongState', 'serverLocked'],
  }),
  unlockServer: endpoint({
    title: localize('operations.unlockServer'),
    method: 'DELETE',
    path: '/servers/{serverId}/lock',
    summary: 'Unlock a server.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}'],
    dangerous: true,
    params: serverParams,
    answer: done,
    errors: ['serverWrongState'],
  }),
  listCds: endpoint({
    title: localize('operations.listCds'),
    method: 'GET',
    path: '/servers/{serverId}/cds',
    summary: 'List the ISO images that can be inserted into the server’s CD drive.',
    access: 'servers.configure',
    changes: false,
    topics: ['server:{serverId}'],
    params: serverParams,
    answer: z.strictObject({ items: z.array(z.strictObject({ id: z.uuid(), name: z.string() })) }),
  }),
  setServerCd: endpoint({
    title: localize('operations.setServerCd'),
    method: 'PUT',
    path: '/servers/{serverId}/cd',
    summary: 'Insert or eject an ISO image and set the boot order.',
    access: 'servers.configure',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    params: serverParams,
    body: z.strictObject({
      /** Null when the drive is empty and the server boots from its disk. */
      imageId: id.nullable(),
      startFrom: z.enum(['disk', 'iso']),
      /** Restarts the server immediately to enter or leave rescue mode. */
      restart: z.boolean().optional(),
    }),
    answer: commandHandle,
    errors: [
      'serverWrongState',
      'serverBusy',
      'serverLocked',
      'serverCdWrong',
      'imageNotReady',
      'datacenterNotReady',
    ],
  }),
};
