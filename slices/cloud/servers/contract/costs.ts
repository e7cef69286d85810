import * as z from 'zod';
import { endpoint, id, text } from '../../../../contract/endpoint.ts';
import { billingMode, costPreview } from '../../../money/pricing/contract.ts';
import { localize } from '../texts/localize.ts';
import { serverParams, sizeFields } from './parts.ts';

const sizeGb = z.int().min(1).max(1_000_000);
/** `auto`: the public network of the datacenter. */
const networkId = z.union([z.literal('auto'), id]);

/** A change to one server's configuration or state. */
export const serverChange = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('addDisk'), sizeGb }),
  z.strictObject({ action: z.literal('growDisk'), diskId: id, sizeGb }),
  z.strictObject({ action: z.literal('removeDisk'), diskId: id }),
  z.strictObject({ action: z.literal('addNic'), networkId }),
  z.strictObject({ action: z.literal('moveNic'), nicId: id, networkId }),
  z.strictObject({ action: z.literal('removeNic'), nicId: id }),
  z.strictObject({ action: z.literal('takeSnapshot') }),
  z.strictObject({ action: z.literal('deleteSnapshot'), snapshotId: id }),
  z.strictObject({ action: z.literal('resize'), ...sizeFields }),
  z.strictObject({
    action: z.literal('billing'),
    billingMode: billingMode.optional(),
    trafficPackage: text({ max: 40 }).nullable().optional(),
    backup: z.boolean().optional(),
    managed: z.boolean().optional(),
  }),
]);

export const costEndpoints = {
  previewServerChange: endpoint({
    title: localize('operations.previewServerChange'),
    method: 'POST',
    path: '/servers/{serverId}/cost/preview',
    summary: 'Preview the cost of a server change with the same calculation as billing.',
    access: 'servers.view',
    changes: false,
    topics: ['server:{serverId}', 'price', 'backup'],
    params: serverParams,
    body: serverChange,
    answer: costPreview,
    errors: ['priceMissing', 'serverDiskShrink', 'billingModeNotSold'],
  }),
  previewServersPower: endpoint({
    title: localize('operations.previewServersPower'),
    method: 'POST',
    path: '/servers/cost/preview',
    summary:
      'Preview the cost effect of starting, stopping, terminating, or restoring servers, backups included.',
    access: 'servers.view',
    changes: false,
    topics: ['price', 'server'],
    body: z.strictObject({
      ids: z.array(id).min(1).max(500),
      action: z.enum(['start', 'stop', 'terminate', 'restore']),
    }),
    answer: costPreview,
    errors: ['priceMissing'],
  }),
};
