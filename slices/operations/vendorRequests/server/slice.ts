import { routes } from '../../../../server/platform/http/routes.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { defineRetention } from '../../../../server/platform/tasks/periodicJobs.ts';
import { vendorRequestEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { getVendorRequest, listVendorRequests } from './vendorRequests.ts';

const retention = defineRetention({
  ...{ name: 'vendorRequests.retention', table: 'vendor_request', at: 'at', days: 90 },
});

export const vendorRequestsSlice = defineSlice({
  name: 'vendorRequests',
  menu: [
    {
      id: 'vendorRequests',
      section: 'siteSettings',
      path: '/vendorRequests',
      icon: 'arrows-transfer',
      title: localize('menu'),
      access: 'vendorRequests.view',
    },
  ],
  periodicJobs: [retention],
  routes: routes(vendorRequestEndpoints, {
    listVendorRequests: (ctx, { query }) => listVendorRequests(ctx, query),
    getVendorRequest: (ctx, { params }) => getVendorRequest(ctx, params.requestId),
  }),
  rowRules: {
    vendor_request: { kind: 'closed', reason: 'requests to vendors are the operator’s' },
  },
});
