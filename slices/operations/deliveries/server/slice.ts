import { routes } from '../../../../server/platform/http/routes.ts';
import {
  deliverOutbound,
  stopOutbound,
} from '../../../../server/platform/outbound/outboundRunner.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { defineRetention } from '../../../../server/platform/tasks/periodicJobs.ts';
import { deliveryEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import {
  cancelDelivery,
  exportDeliveries,
  getDelivery,
  listDeliveries,
  listTypes,
  retryDelivery,
} from './deliveries.ts';

const retention = defineRetention({
  ...{ name: 'deliveries.retention', table: 'outbound_job', at: 'ended_at', days: 90 },
});

export const deliveriesSlice = defineSlice({
  name: 'deliveries',
  menu: [
    {
      id: 'deliveries',
      section: 'siteSettings',
      path: '/deliveries',
      icon: 'list-check',
      title: localize('menu'),
      access: 'deliveries.view',
    },
  ],
  periodicJobs: [deliverOutbound, retention],
  routes: routes(deliveryEndpoints, {
    listDeliveries: (ctx, { query }) => listDeliveries(ctx, query),
    exportDeliveries: async (ctx, { query, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="deliveries.csv"')
        .send(await exportDeliveries(ctx, query)),
    listDeliveryTypes: (ctx) => listTypes(ctx),
    getDelivery: (ctx, { params }) => getDelivery(ctx, params.deliveryId),
    retryDelivery: (ctx, { params }) => retryDelivery(ctx, params.deliveryId),
    giveUpDelivery: (ctx, { params }) => cancelDelivery(ctx, params.deliveryId),
  }),
  rowRules: {
    outbound_job: { kind: 'closed', reason: 'deliveries are the operator’s' },
    outbound_destination: { kind: 'closed', reason: 'read by deliveries only' },
  },
  close: stopOutbound,
});
