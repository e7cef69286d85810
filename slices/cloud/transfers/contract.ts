import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../contract/fields/email.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { orderErrors } from '../../money/pricing/contract/orderErrors.ts';
import { estimateAnswer } from '../../money/pricing/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';

const reason = z.string().nullable();
export const transferState = z.enum(['open', 'accepted', 'declined', 'withdrawn', 'expired']);

export const transferItem = z.strictObject({
  id: z.uuid(),
  serverId: z.uuid(),
  serverName: z.string(),
  /**
   * `in`: offered to the viewer. `out`: offered by the viewer or by a user in the viewer's scope.
   */
  way: z.enum(['in', 'out']),
  from: z.string(),
  to: z.string(),
  note: z.string(),
  state: transferState,
  createdAt: moment,
  expiresAt: moment,
  decidedAt: moment.nullable(),
  /**
   * The server's configuration and price. Null if the offer is no longer open. The price is null if
   * the viewer can't see prices.
   */
  offer: z
    .strictObject({
      cores: z.int(),
      ramMb: z.int(),
      diskGb: z.int(),
      image: z.string(),
      price: estimateAnswer.nullable(),
    })
    .nullable(),
  actions: z.strictObject({ accept: reason, decline: reason, withdraw: reason }),
});

const params = z.strictObject({ transferId: id });

export const transferEndpoints = {
  listTransfers: endpoint({
    title: localize('operations.listTransfers'),
    method: 'GET',
    path: '/transfers',
    summary: 'List server transfers to and from you, newest first.',
    access: 'servers.view',
    changes: false,
    topics: ['transfer'],
    query: listQuery(['created'] as const, {
      state: transferState.optional(),
      server: id.optional(),
    }),
    answer: listPage(transferItem),
  }),
  offerServer: endpoint({
    title: localize('operations.offerServer'),
    method: 'POST',
    path: '/servers/{serverId}/transfer',
    summary:
      'Offer a server to another user of the site by email address. It stays with you until they accept.',
    access: 'servers.transfer',
    changes: true,
    touches: ['transfer', 'server:{serverId}'],
    dangerous: true,
    params: z.strictObject({ serverId: id }),
    body: z.strictObject({
      email: text({ min: 3, max: maxEmailLength }),
      note: text({ max: 500, multiline: true }).optional(),
    }),
    answer: z.strictObject({ transferId: z.uuid(), expiresAt: moment }),
    errors: ['emailInvalid', 'serverWrongState', 'serverBusy', 'serverLocked', 'transferRefused'],
  }),
  acceptTransfer: endpoint({
    title: localize('operations.acceptTransfer'),
    method: 'PUT',
    path: '/transfers/{transferId}/accept',
    summary: 'Accept a server transfer. You are billed for the server from now on.',
    access: 'servers.create',
    changes: true,
    touches: ['transfer', 'server'],
    dangerous: true,
    params,
    answer: done,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...orderErrors,
      'transferEnded',
      'transferRefused',
      'serverBusy',
      'serverNameTaken',
      'migrateRefused',
      'priceMissing',
    ],
  }),
  declineTransfer: endpoint({
    title: localize('operations.declineTransfer'),
    method: 'PUT',
    path: '/transfers/{transferId}/decline',
    summary: 'Decline a server transfer.',
    access: 'servers.view',
    changes: true,
    touches: ['transfer', 'server'],
    params,
    answer: done,
    errors: ['transferEnded'],
  }),
  withdrawTransfer: endpoint({
    title: localize('operations.withdrawTransfer'),
    method: 'PUT',
    path: '/transfers/{transferId}/withdraw',
    summary: 'Cancel a server transfer.',
    access: 'servers.transfer',
    changes: true,
    touches: ['transfer', 'server'],
    params,
    answer: done,
    errors: ['transferEnded'],
  }),
};

export { transferEndpoints as endpoints };
