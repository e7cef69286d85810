import type { ScreenRoute } from '../../../web/routes.ts';

export const budgetScreens: readonly ScreenRoute[] = [
  { path: '/budgets', load: () => import('./BudgetList.tsx') },
  { path: '/budgets/$budgetId', load: () => import('./BudgetDetail.tsx') },
];
