import * as z from 'zod';
import { commandHandle, done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { reason, serverParams } from './parts.ts';

export const snapshotItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdAt: moment,
  createdBy: z.string(),
  /** Taken while the server was running. After a revert, the server is running again. */
  withMemory: z.boolean(),
  sizeBytes: z.int(),
  state: z.enum(['creating', 'ready', 'deleting']),
  /** The snapshot this one is based on. */
  parentId: z.uuid().nullable(),
  /** Whether the server's current disks are based on this snapshot. */
  isCurrent: z.boolean(),
  /** When the snapshot is deleted automatically. */
  expiresAt: moment.nullable(),
  /** For a snapshot taken by a schedule: how many snapshots the schedule keeps. */
  keepLatest: z.int().nullable(),
  actions: z.strictObject({ revert: reason, remove: reason, change: reason, clone: reason }),
});

const snapshotParams = z.strictObject({ serverId: id, snapshotId: id });
const description = text({ max: 1000, multiline: true });
/** Must be in the future. */
const expiresAt = moment;

export const snapshotEndpoints = {
  listSnapshots: endpoint({
    title: localize('operations.listSnapshots'),
    method: 'GET',
    path: '/servers/{serverId}/snapshots',
    summary: 'List a server’s snapshots, oldest first.',
    access: 'servers.view',
    changes: false,
    topics: ['server:{serverId}', 'task'],
    params: serverParams,
    answer: z.strictObject({ items: z.array(snapshotItem), max: z.int(), create: reason }),
  }),
  createSnapshot: endpoint({
    title: localize('operations.createSnapshot'),
    method: 'POST',
    path: '/servers/{serverId}/snapshots',
    summary: 'Create a snapshot of all disks, including memory if the server is running.',
    access: 'servers.operate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    params: serverParams,
    body: z.strictObject({
      /** Defaults to the creation time. */
      name: text({ min: 1, max: 100 }).optional(),
      description: description.optional(),
      expiresAt: expiresAt.optional(),
    }),
    answer: z.strictObject({ cmdId: z.int().positive(), snapshotId: z.uuid() }),
    errors: ['serverWrongState', 'serverBusy', 'serverSnapshotLimit'],
  }),
  updateSnapshot: endpoint({
    title: localize('operations.updateSnapshot'),
    method: 'PUT',
    path: '/servers/{serverId}/snapshots/{snapshotId}',
    summary: 'Update a snapshot’s name, description, and expiry.',
    access: 'servers.operate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    params: snapshotParams,
    body: z.strictObject({
      name: text({ min: 1, max: 100 }).optional(),
      description: description.optional(),
      /** Null keeps the snapshot until it is deleted. */
      expiresAt: expiresAt.nullable().optional(),
    }),
    answer: done,
  }),
  revertSnapshot: endpoint({
    title: localize('operations.revertSnapshot'),
    method: 'PUT',
    path: '/servers/{serverId}/snapshots/{snapshotId}/revert',
    summary: 'Restore a server to a snapshot. Later changes to its disks are lost.',
    access: 'servers.operate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    dangerous: true,
    params: snapshotParams,
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy', 'serverLocked'],
  }),
  deleteSnapshot: endpoint({
    title: localize('operations.deleteSnapshot'),
    method: 'DELETE',
    path: '/servers/{serverId}/snapshots/{snapshotId}',
    summary: 'Delete a snapshot.',
    access: 'servers.operate',
    changes: true,
    touches: ['server:{serverId}', 'task'],
    params: snapshotParams,
    answer: commandHandle,
    errors: ['serverWrongState', 'serverBusy'],
  }),
};
