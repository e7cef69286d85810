export { checkCurrency, checkRegion, countryName } from './countries.ts';
export {
  authorizeCompanyCurrency,
  type CurrencyChange,
  lockCompanyCurrency,
  type Obstacle,
} from './currency.ts';
export { type Customer, findCustomer } from './customers.ts';
export { writeNumber } from './numberFormat.ts';
export { checkMinorUnits } from './properties.ts';
export { authorizeCompanySites, type NewSite } from './sitesAndAdmins.ts';
export {
  type Company,
  companyAccessFilter,
  companyOfSite,
  companyOfSiteQuery,
  findCompany,
} from './store.ts';
export { checkTaxNumber, unionCountries, vatIdentifier } from './taxNumbers.ts';
