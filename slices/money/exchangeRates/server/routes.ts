import { routes } from '../../../../server/platform/http/routes.ts';
import { exchangeRateEndpoints } from '../contract.ts';
import { addRate, correctRate, listRates, withdrawRate } from './rates.ts';
import { fetchNow, getRateSource } from './source.ts';

export const exchangeRateRoutes = routes(exchangeRateEndpoints, {
  listExchangeRates: (ctx, { query }) => listRates(ctx, query),
  createExchangeRate: async (ctx, { body }) => ({ id: await addRate(ctx, body) }),
  correctExchangeRate: async (ctx, { params, body }) => ({
    id: await correctRate(ctx, params.rateId, body.rate),
  }),
  withdrawExchangeRate: async (ctx, { params }) => {
    await withdrawRate(ctx, params.rateId);
    return { done: true } as const;
  },
  getExchangeRateSource: (ctx) => getRateSource(ctx),
  askExchangeRateSource: (ctx) => fetchNow(ctx),
});
