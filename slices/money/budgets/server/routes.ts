import { routes } from '../../../../server/platform/http/routes.ts';
import { budgetEndpoints } from '../contract.ts';
import {
  createBudget,
  deleteBudget,
  getBudget,
  liftBlock,
  listBudgets,
  updateBudget,
} from './budgets.ts';
import { listEvents } from './log.ts';
import { readOptions } from './options.ts';

export const budgetRoutes = routes(budgetEndpoints, {
  listBudgets: (ctx, { query }) => listBudgets(ctx, query),
  budgetOptions: (ctx, { query }) => readOptions(ctx, query.email),
  getBudget: (ctx, { params }) => getBudget(ctx, params.budgetId),
  createBudget: (ctx, { body }) => createBudget(ctx, body),
  updateBudget: (ctx, { params, body }) => updateBudget(ctx, params.budgetId, body),
  deleteBudget: (ctx, { params }) => deleteBudget(ctx, params.budgetId),
  liftBudgetBlock: (ctx, { params }) => liftBlock(ctx, params.budgetId),
  listBudgetEvents: (ctx, { params, query }) => listEvents(ctx, params.budgetId, query),
});
