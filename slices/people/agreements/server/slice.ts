import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { signatureReminder } from './reminders.ts';
import { agreementRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';
import { requireAgreement } from './signatureRequirement.ts';

export const agreementsSlice = defineSlice({
  name: 'agreements',
  menu: [
    {
      id: 'agreements',
      section: 'siteSettings',
      path: '/agreements',
      icon: 'signature',
      title: localize('slice.menu.agreements'),
      access: 'agreements.manage',
    },
  ],
  routes: agreementRoutes,
  checks: [requireAgreement],
  mails: [signatureReminder],
  rowRules,
});
