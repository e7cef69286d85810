import * as z from 'zod';
import { done, endpoint, integerText, moment, text } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

const state = z.enum(['waiting', 'sent', 'kept', 'failed']);
/** Why the action isn't available now. Null if it is. */
const action = z.string().nullable();

const item = z.strictObject({
  id: z.int(),
  /** Such as `mails.email`. */
  type: z.string(),
  typeTitle: z.string(),
  site: z.string(),
  /** The destination host. Empty before the first attempt. */
  destination: z.string(),
  state,
  attempts: z.int(),
  createdAt: moment,
  nextTryAt: moment.nullable(),
  endedAt: moment.nullable(),
  /** Why it hasn't been delivered, in the viewer's language. Empty if there is no problem. */
  reason: z.string(),
  /** The receiver's response, unchanged. */
  detail: z.string(),
  actions: z.strictObject({ retry: action, giveUp: action }),
});

const delivery = item.extend({
  /** The same for every attempt, so that the receiver can recognize duplicates. */
  idempotencyKey: z.string(),
  triedAt: moment.nullable(),
  /** The part of the content that isn't secret. */
  payload: z.array(z.strictObject({ title: z.string(), value: z.string() })),
});

const params = z.strictObject({ deliveryId: integerText({ min: 1, max: 999_999_999_999_999 }) });
const query = listQuery(['createdAt', 'state'], {
  state: state.optional(),
  type: text({ min: 1, max: 100 }).optional(),
});

export const deliveryEndpoints = {
  listDeliveries: endpoint({
    title: localize('operations.listDeliveries'),
    method: 'GET',
    path: '/deliveries',
    summary: 'List deliveries to other services.',
    access: 'deliveries.view',
    changes: false,
    topics: ['delivery'],
    query,
    answer: listPage(item),
  }),
  exportDeliveries: endpoint({
    title: localize('operations.exportDeliveries'),
    method: 'GET',
    path: '/deliveries.csv',
    summary: 'Export deliveries as CSV.',
    access: 'deliveries.view',
    changes: false,
    kind: 'file',
    query,
  }),
  listDeliveryTypes: endpoint({
    title: localize('operations.listDeliveryTypes'),
    method: 'GET',
    path: '/deliveries/types',
    summary: 'List the types of deliveries.',
    access: 'deliveries.view',
    changes: false,
    answer: z.strictObject({
      items: z.array(z.strictObject({ type: z.string(), title: z.string() })),
    }),
  }),
  getDelivery: endpoint({
    title: localize('operations.getDelivery'),
    method: 'GET',
    path: '/deliveries/{deliveryId}',
    summary: 'Get a delivery, without secrets.',
    access: 'deliveries.view',
    changes: false,
    topics: ['delivery:{deliveryId}'],
    params,
    answer: delivery,
  }),
  retryDelivery: endpoint({
    title: localize('operations.retryDelivery'),
    method: 'POST',
    path: '/deliveries/{deliveryId}/retry',
    summary: 'Try a delivery now, with all its attempts again.',
    access: 'deliveries.manage',
    changes: true,
    touches: ['delivery:{deliveryId}'],
    params,
    answer: done,
    errors: [
      'deliveryNotRetryable',
      'deliveryInProgress',
      'deliveryTypeUnknown',
      'mailContentGone',
    ],
  }),
  giveUpDelivery: endpoint({
    title: localize('operations.giveUpDelivery'),
    method: 'POST',
    path: '/deliveries/{deliveryId}/give-up',
    summary: 'Stop trying a delivery.',
    access: 'deliveries.manage',
    changes: true,
    touches: ['delivery:{deliveryId}'],
    params,
    answer: done,
    errors: ['deliveryEnded', 'deliveryInProgress', 'deliveryTypeUnknown'],
  }),
};

export { deliveryEndpoints as endpoints };
