import { routes } from '../../../../server/platform/http/routes.ts';
import { companyEndpoints } from '../contract.ts';
import { listCountries } from './countries.ts';
import { findCustomer, listCustomers, setNumber } from './customers.ts';
import { changeBilling } from './properties.ts';
import { candidates, updateSitesAndAdmins } from './sitesAndAdmins.ts';
import { changeSettings, createCompany, listCompanies, readCompany } from './store.ts';

export const companyRoutes = routes(companyEndpoints, {
  listCountries: (ctx) => ({ countries: listCountries(ctx.language) }),
  listCompanies: (ctx, { query }) => listCompanies(ctx, query),
  createCompany: async (ctx, { body }) => ({ id: await createCompany(ctx, body) }),
  getCompany: (ctx, { params }) => readCompany(ctx, params.companyId),
  updateCompanySettings: (ctx, { params, body }) => changeSettings(ctx, params.companyId, body),
  updateCompanyBilling: (ctx, { params, body }) => changeBilling(ctx, params.companyId, body),
  updateCompanySites: (ctx, { params, body }) => updateSitesAndAdmins(ctx, params.companyId, body),
  companyCandidates: (ctx, { params }) => candidates(ctx, params.companyId),
  listCustomers: (ctx, { query }) => listCustomers(ctx, query),
  setCustomerNumber: async (ctx, { params, body }) =>
    setNumber(ctx, await findCustomer(ctx, params), body.number),
});
