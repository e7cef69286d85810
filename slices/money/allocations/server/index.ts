export { lacksAuthority, putOnHold } from './hold.ts';
export { allocationDecided, type Told } from './requests/outcome.ts';
export {
  type AllocationMark,
  type AskedInvoice,
  allocationMarkOf,
  isHeld,
  isUndecided,
} from './store.ts';
