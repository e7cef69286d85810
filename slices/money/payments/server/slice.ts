import { billingWork } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { refundIssued } from '../../ledger/server/index.ts';
import { localize } from '../texts/localize.ts';
import { countOpenDisputes } from './disputes/disputeList.ts';
import { paymentJobs } from './jobs.ts';
import { declined, disputeOpened, disputeOpenedUndated } from './mails.ts';
import { refunds } from './refunds/refundDelivery.ts';
import { refundToPayer } from './refunds/refunds.ts';
import { paymentRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const paymentsSlice = defineSlice({
  name: 'payments',
  menu: [
    {
      id: 'disputes',
      section: 'billingAdmin',
      path: '/billingAccess/disputes',
      icon: 'shield',
      title: localize('slice.menu.disputes'),
      access: 'ledger.view',
    },
  ],
  periodicJobs: paymentJobs,
  outbound: [refunds],
  routes: paymentRoutes,
  notifications: [declined, disputeOpened],
  mails: [disputeOpenedUndated.mail],
  hooks: [
    on(billingWork, { id: 'disputes', path: '/billingAccess/disputes', count: countOpenDisputes }),
    on(refundIssued, refundToPayer),
  ],
  rowRules,
});
