/** One chunk for all discount screens, because every page lists all chunks. */
export { CompanyPromos } from './CompanyPromos.tsx';
export { CustomerDiscounts } from './CustomerDiscounts.tsx';
export { CustomerPromos } from './CustomerPromos.tsx';
export { OwnDiscounts } from './OwnDiscounts.tsx';
