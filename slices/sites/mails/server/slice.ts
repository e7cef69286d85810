import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { emails } from './delivery/email.ts';
import { textMessages } from './delivery/textMessage.ts';
import { mailJobs } from './jobs.ts';
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
  outbound: [emails, textMessages],
  rowRules,
});
