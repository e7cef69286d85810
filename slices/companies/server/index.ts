import type { MenuEntry } from '../../../contract/menu.ts';

export { checkCurrency, checkPlace, countryName } from './countries.ts';
export { type CurrencyChange, guardCurrency, inHeldCurrency, type Obstacle } from './currency.ts';
export { type Customer, findCustomer } from './customers.ts';
export { writeNumber } from './numberFormat.ts';
export { type GivenSite, guardSites } from './places.ts';
export { checkCoin } from './properties.ts';
export { companyRoutes } from './routes.ts';
export {
  type Company,
  companyOfSite,
  companyOfSiteQuery,
  findCompany,
  reachesCompany,
  sitesOfCompanies,
} from './store.ts';
export { checkTaxNumber, unionCountries, vatIdentifier } from './taxNumbers.ts';

export const companyMenu: MenuEntry[] = [
  {
    id: 'billingAccess',
    section: 'billingAdmin',
    path: '/billingAccess',
    icon: 'receipt',
    title: { en: 'Customer billing', he: 'חיוב לקוחות' },
    access: 'ledger.view',
  },
  {
    id: 'companies',
    section: 'billingAdmin',
    path: '/companies',
    icon: 'signature',
    title: { en: 'Companies', he: 'חברות' },
    access: 'companies.view',
  },
];
