import { on } from '../../../server/platform/hooks.ts';
import { mailQueued } from '../../../server/platform/mail/mail.ts';
import { defineSlice } from '../../../server/platform/slice.ts';
import { smsQueued } from '../../../server/platform/sms/sms.ts';
import { localize } from '../texts/localize.ts';
import { deliverSoon, stopDelivery } from './delivery/index.ts';
import { mailJobs } from './jobs.ts';
import { mailOutbound, smsOutbound } from './outbound.ts';
import { mailRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const mailsSlice = defineSlice({
  name: 'mails',
  periodicJobs: mailJobs,
  menu: [
    {
      id: 'mails',
      section: 'siteSettings',
      path: '/mails',
      icon: 'mail',
      title: localize('slice.menu.emailsTextMessages'),
      access: 'mails.view',
    },
  ],
  routes: mailRoutes,
  outbound: [mailOutbound, smsOutbound],
  hooks: [
    on(mailQueued, (ctx) => deliverSoon(ctx, 'mail_message')),
    on(smsQueued, (ctx) => deliverSoon(ctx, 'sms_message')),
  ],
  close: stopDelivery,
  rowRules,
});
