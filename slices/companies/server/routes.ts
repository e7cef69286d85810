import { routes } from '../../../server/platform/http/routes.ts';
import { companyEndpoints } from '../contract.ts';
import { listCountries } from './countries.ts';
import { findCustomer, listCustomers, setNumber } from './customers.ts';
import { candidates, changePlaces } from './places.ts';
import { changeBilling } from './properties.ts';
import { changeSettings, createCompany, listCompanies, readCompany } from './store.ts';

const done = { done: true } as const;

export const companyRoutes = routes(companyEndpoints, {
  listCountries: (ctx) => ({ countries: listCountries(ctx.language) }),
  listCompanies: (ctx, { query }) => listCompanies(ctx, query),
  createCompany: async (ctx, { body }) => ({ id: await createCompany(ctx, body) }),
  getCompany: (ctx, { params }) => readCompany(ctx, params.companyId),
  updateCompanySettings: async (ctx, { params, body }) => {
    await changeSettings(ctx, params.companyId, body);
    return done;
  },
  updateCompanyBilling: async (ctx, { params, body }) => {
    await changeBilling(ctx, params.companyId, body);
    return done;
  },
  updateCompanySites: async (ctx, { params, body }) => {
    await changePlaces(ctx, params.companyId, body);
    return done;
  },
  companyCandidates: (ctx, { params }) => candidates(ctx, params.companyId),
  listCustomers: (ctx, { query }) => listCustomers(ctx, query),
  setCustomerNumber: async (ctx, { params, body }) => {
    await setNumber(ctx, await findCustomer(ctx, params), body.number);
    return done;
  },
});
