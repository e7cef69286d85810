export type { TaxAuthorityMaker } from './drivers.ts';
export { holdForNumber, type IssuedInvoice, lacksAuthority } from './hold.ts';
export { allocationNews } from './news.ts';
export { allocationDecided, type Told } from './outcome.ts';
export {
  type AllocationMark,
  type AskedInvoice,
  allocationMarkOf,
  type InvoiceItem,
  isHeld,
  isUndecided,
} from './store.ts';
