import { dashboardNotices } from '../../../../server/platform/dashboard/hooks.ts';
import { on } from '../../../../server/platform/hooks.ts';
import { defineSlice } from '../../../../server/platform/slice.ts';
import { authorizeOrder } from '../../pricing/server/index.ts';
import { localize } from '../texts/localize.ts';
import { budgetJobs, checkMinutes } from './jobs.ts';
import { budgetNotices } from './notices.ts';
import { actedNotification, liftedNotification, thresholdNotification } from './notifications.ts';
import { requireWithinBudget } from './requireWithinBudget.ts';
import { budgetRoutes } from './routes.ts';
import { rowRules } from './rowRules.ts';

export const budgetsSlice = defineSlice({
  name: 'budgets',
  periodicJobs: budgetJobs,
  menu: [
    {
      id: 'budgets',
      section: 'billing',
      path: '/budgets',
      icon: 'gauge',
      title: localize('slice.menu.budgets'),
      access: 'budgets.view',
    },
  ],
  routes: budgetRoutes,
  settings: [checkMinutes],
  notifications: [thresholdNotification, actedNotification, liftedNotification],
  hooks: [on(dashboardNotices, budgetNotices), on(authorizeOrder, { guard: requireWithinBudget })],
  logTitles: {
    'budgets.check': localize('budgetsSlice.logTitles.budgetsCheck'),
    'budgets.powerOff': localize('budgetsSlice.logTitles.budgetsPowerOff'),
  },
  rowRules,
});
