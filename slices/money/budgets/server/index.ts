export { type BudgetedServers, budgetedServers } from './budgetedServers.ts';
export { trackBudgetedServer } from './trackBudgetedServer.ts';
