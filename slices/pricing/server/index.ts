export { isAlwaysHourly, trafficOverage } from '../rules.ts';
export { type CostChange, type CostPreview, previewItems, previewSpans } from './change.ts';
export { discountLines } from './discounted.ts';
export { type Estimate, type EstimatedItem, estimate, hoursOfMonth } from './estimate.ts';
export { explainLine, explainSubject, subjectMonth } from './explain.ts';
export {
  type ItemText,
  itemTexts,
  lineEvents,
  soldElsewhere,
} from './invoiced.ts';
export {
  type CostRow,
  costsBySubject,
  costsOf,
  costToDate,
  type Money,
  monthToDateTotal,
} from './monthToDate.ts';
export { askBeforeOrder, authorizeOrder, type Order } from './orders.ts';
export { payerBills } from './payerBills.ts';
export {
  addPriceList,
  askBillingMode,
  type Buyer,
  buyerOf,
  listOfBuyer,
  priceListFor,
  seedPriceList,
} from './priceList.ts';
export { lineRating, monthOfSites, rating, sharing, spansOfMonth } from './rating.ts';
export { pricingRoutes } from './routes.ts';
export { spanEnd } from './spanEnd.ts';
export type { Subject, SubjectItems } from './spanPlans.ts';
export { setSpans } from './spans.ts';
export { groupTitle, unitAfter } from './texts.ts';
export { tierMargins, unsoldAtTop } from './tiers.ts';
