import type { ScreenRoute } from '../../../../web/routes.ts';

export const budgetScreens = [
  { path: '/budgets', load: () => import('./BudgetList.tsx') },
  { path: '/budgets/$budgetId', load: () => import('./BudgetDetail.tsx') },
] as const satisfies readonly ScreenRoute[];
