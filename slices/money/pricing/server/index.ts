export { isAlwaysHourly, trafficOverage } from '../rules.ts';
export { explainLine, explainSubject, subjectMonth } from './bills/explain.ts';
export {
  type ItemText,
  itemTexts,
  lineEvents,
  ownersWithUnpricedItems,
} from './bills/invoiced.ts';
export {
  type CostRow,
  costsBySubject,
  costsOf,
  costToDate,
  type Money,
} from './bills/monthToDate.ts';
export { payerBills } from './bills/payerBills.ts';
export { authorizeOrder, checkOrder, type Order } from './estimate/authorizeOrder.ts';
export {
  type CostChange,
  type CostPreview,
  previewItems,
  previewSpans,
} from './estimate/change.ts';
export { discountLines } from './estimate/discounted.ts';
export { type Estimate, type EstimatedItem, estimate, hoursOfMonth } from './estimate/estimate.ts';
export { groupTitle, unitAfter } from './messages.ts';
export {
  addPriceList,
  type Buyer,
  buyerOf,
  priceListFor,
  priceListOfBuyer,
  requireMonthlyBilling,
  seedPriceList,
} from './priceList.ts';
export { lineRating, monthOfSites, rating, sharing, spansOfMonth } from './rating/rating.ts';
export { spanEnd } from './rating/spanEnd.ts';
export type { Subject, SubjectItems } from './rating/spanPlans.ts';
export { setSpans } from './rating/spans.ts';
export { tierMargins, unsoldAtTop } from './rating/tiers.ts';
export { pricingRoutes } from './routes.ts';
