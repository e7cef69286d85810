export { discountQuery, keptTerms, storedTerm, termsOf } from './calculateDiscounts.ts';
export { discountItem, discountTitle } from './messages.ts';
export { remainingCredits, storePromoUsage } from './promoUsage.ts';
