import { routes } from '../../../server/platform/http/routes.ts';
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

const done = { done: true } as const;

export const budgetRoutes = routes(budgetEndpoints, {
  listBudgets: (ctx, { query }) => listBudgets(ctx, query),
  budgetOptions: (ctx, { query }) => readOptions(ctx, query.email),
  getBudget: (ctx, { params }) => getBudget(ctx, params.budgetId),
  createBudget: (ctx, { body }) => createBudget(ctx, body),
  updateBudget: async (ctx, { params, body }) => {
    await updateBudget(ctx, params.budgetId, body);
    return done;
  },
  deleteBudget: async (ctx, { params }) => {
    await deleteBudget(ctx, params.budgetId);
    return done;
  },
  liftBudgetBlock: async (ctx, { params }) => {
    await liftBlock(ctx, params.budgetId);
    return done;
  },
  listBudgetEvents: (ctx, { params, query }) => listEvents(ctx, params.budgetId, query),
});
