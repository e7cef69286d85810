export { discounting, keptTerm, termsKept, termsOf } from './reckon.ts';
export { creditsLeft, keepSpent } from './spent.ts';
export { discountItem, discountTitle } from './words.ts';
