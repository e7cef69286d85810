import { routes } from '../../../server/platform/http/routes.ts';
import { defineSlice } from '../../../server/platform/slice.ts';
import { deliveryEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import {
  exportDeliveries,
  getDelivery,
  giveUpDelivery,
  listDeliveries,
  retryDelivery,
} from './deliveries.ts';

export const deliveriesSlice = defineSlice({
  name: 'deliveries',
  menu: [
    {
      id: 'deliveries',
      section: 'infrastructure',
      path: '/deliveries',
      icon: 'upload',
      title: localize('menu'),
      access: 'deliveries.manage',
    },
  ],
  routes: routes(deliveryEndpoints, {
    listDeliveries: (ctx, { query }) => listDeliveries(ctx, query),
    exportDeliveries: async (ctx, { query, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="deliveries.csv"')
        .send(await exportDeliveries(ctx, query)),
    getDelivery: (ctx, { params }) => getDelivery(ctx, params.deliveryId),
    retryDelivery: (ctx, { params }) => retryDelivery(ctx, params.deliveryId),
    giveUpDelivery: (ctx, { params }) => giveUpDelivery(ctx, params.deliveryId),
  }),
});
