export { discounting, keptTerm, termsKept, termsOf } from './reckon.ts';
export { discountRoutes } from './routes.ts';
export { keepSpent } from './spent.ts';
export { discountItem, discountTitle } from './words.ts';
