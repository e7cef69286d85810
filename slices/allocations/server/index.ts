export { allocationChores } from './chores.ts';
export { registerTaxAuthority, type TaxAuthorityMaker } from './drivers.ts';
export { holdForNumber, type IssuedInvoice, lacksAuthority } from './hold.ts';
export { allocationNews } from './news.ts';
export { onAllocation } from './outcome.ts';
export { allocationRoutes } from './routes.ts';
export {
  type AllocationMark,
  type AskedInvoice,
  allocationMarkOf,
  type InvoiceItem,
  isHeld,
  isUndecided,
} from './store.ts';
