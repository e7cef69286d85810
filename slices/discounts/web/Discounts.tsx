import './discounts.css';

/** One chunk for all of discounts: every chunk of its own is told to all pages. */
export { CompanyPromos } from './CompanyPromos.tsx';
export { CustomerDiscounts } from './CustomerDiscounts.tsx';
export { CustomerPromos } from './CustomerPromos.tsx';
export { OwnDiscounts } from './OwnDiscounts.tsx';
