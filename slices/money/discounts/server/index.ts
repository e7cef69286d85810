export { discounting, storedTerm, termsKept, termsOf } from './discounting.ts';
export { creditsLeft, storeSpent } from './spent.ts';
export { discountItem, discountTitle } from './words.ts';
