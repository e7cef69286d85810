import * as z from 'zod';
import { done, endpoint, id, moment } from '../../contract/endpoint.ts';
import { listPage, listQuery } from '../../contract/page.ts';
import { localize } from './texts/localize.ts';

export { errors, things } from './errors.ts';
export { permissions } from './permissions.ts';

/** `kept`: no connection is set up for it. */
const state = z.enum(['waiting', 'sent', 'failed', 'kept']);
/** The type and the ID within it: `mail.12`. */
const deliveryId = z.string().regex(/^[a-z]{1,20}\.[\w-]{1,40}$/);
const type = z.string().regex(/^[a-z]{1,20}$/);
/** Why an action isn't possible; null when it is. */
const reason = z.string().nullable();

const item = z.strictObject({
  id: deliveryId,
  type,
  typeTitle: z.string(),
  siteId: id.nullable(),
  siteName: z.string(),
  destination: z.string(),
  subject: z.string(),
  state,
  attempts: z.int(),
  createdAt: moment,
  /** The next attempt, while it waits. */
  dueAt: moment.nullable(),
  /** When it was sent or given up. */
  endedAt: moment.nullable(),
  /** Why the last attempt failed; '' without a problem. */
  problem: z.string(),
  actions: z.strictObject({ retry: reason, giveUp: reason }),
});

const params = z.strictObject({ deliveryId });
const query = listQuery(['created'], { state: state.optional(), type: type.optional() });

export const deliveryEndpoints = {
  listDeliveries: endpoint({
    title: localize('operations.listDeliveries'),
    method: 'GET',
    path: '/deliveries',
    summary:
      'List what the portal sends to other services: emails, messages, webhooks, and documents.',
    access: 'deliveries.manage',
    changes: false,
    query,
    answer: listPage(item).extend({
      types: z.array(z.strictObject({ type, title: z.string() })),
    }),
  }),
  exportDeliveries: endpoint({
    title: localize('operations.exportDeliveries'),
    method: 'GET',
    path: '/deliveries.csv',
    summary: 'Export deliveries as CSV.',
    access: 'deliveries.manage',
    changes: false,
    kind: 'file',
    query,
  }),
  getDelivery: endpoint({
    title: localize('operations.getDelivery'),
    method: 'GET',
    path: '/deliveries/{deliveryId}',
    summary: 'Get a delivery with its payload, as far as it contains no secrets.',
    access: 'deliveries.manage',
    changes: false,
    params,
    answer: item.extend({ payload: z.string().nullable() }),
  }),
  retryDelivery: endpoint({
    title: localize('operations.retryDelivery'),
    method: 'PUT',
    path: '/deliveries/{deliveryId}/retry',
    summary: 'Send a failed delivery again.',
    access: 'deliveries.manage',
    changes: true,
    params,
    answer: done,
    errors: ['deliveryNotRetryable', 'mailNotRetryable', 'mailContentGone'],
  }),
  giveUpDelivery: endpoint({
    title: localize('operations.giveUpDelivery'),
    method: 'PUT',
    path: '/deliveries/{deliveryId}/giveUp',
    summary: 'Stop retrying a waiting delivery.',
    access: 'deliveries.manage',
    changes: true,
    params,
    answer: done,
    errors: ['deliveryNotWaiting'],
  }),
};

export { deliveryEndpoints as endpoints };
