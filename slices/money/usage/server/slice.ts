import { defineSlice } from '../../../../server/platform/slice.ts';
import { localize } from '../texts/localize.ts';
import { usageReport } from './mails.ts';
import { usageRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const usageSlice = defineSlice({
  name: 'usage',
  menu: [
    {
      id: 'report',
      section: 'billing',
      path: '/report',
      icon: 'activity',
      title: localize('slice.menu.usage'),
      access: 'billing.view',
    },
  ],
  routes: usageRoutes,
  mails: [usageReport],
  rowRules,
});
