import type { MenuEntry } from '../../../contract/menu.ts';

export { budgetChores } from './chores.ts';
export { followBudgetedServers } from './follow.ts';
export { budgetNews } from './news.ts';
export { budgetRoutes } from './routes.ts';

export const budgetMenu: MenuEntry[] = [
  {
    id: 'budgets',
    section: 'billing',
    path: '/budgets',
    icon: 'gauge',
    title: { en: 'Budgets', he: 'תקציבים' },
    access: 'budgets.view',
  },
];
