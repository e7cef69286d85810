export { lacksAuthority, putOnHold } from './hold.ts';
export { allocationNews } from './news.ts';
export { allocationDecided, type Told } from './outcome.ts';
export {
  type AllocationMark,
  type AskedInvoice,
  allocationMarkOf,
  isHeld,
  isUndecided,
} from './store.ts';
