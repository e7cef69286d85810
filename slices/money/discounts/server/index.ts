export { discountQuery, keptTerms, storedTerm, termsOf } from './discounting.ts';
export { remainingCredits, storePromoUsage } from './spent.ts';
export { discountItem, discountTitle } from './words.ts';
