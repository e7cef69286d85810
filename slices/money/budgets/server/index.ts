export { type BudgetedServers, budgetedServers } from './budgetedServers.ts';
export { rememberServer } from './follow.ts';
