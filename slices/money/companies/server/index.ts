export { checkCurrency, checkRegion, countryName } from './countries.ts';
export {
  authorizeCompanyCurrency,
  type CurrencyChange,
  inHeldCurrency,
  type Obstacle,
} from './currency.ts';
export { type Customer, findCustomer } from './customers.ts';
export { writeNumber } from './numberFormat.ts';
export { authorizeCompanySites, type GivenSite } from './places.ts';
export { checkMinorUnits } from './properties.ts';
export {
  type Company,
  companyOfSite,
  companyOfSiteQuery,
  findCompany,
  reachesCompany,
} from './store.ts';
export { checkTaxNumber, unionCountries, vatIdentifier } from './taxNumbers.ts';
