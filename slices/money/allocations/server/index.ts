export { needsAuthorityConnection, putOnHold } from './hold.ts';
export { type AllocationOutcome, onAllocationDecided } from './requests/outcome.ts';
export {
  type AllocationSummary,
  allocationSummaryOf,
  type InvoiceToApprove,
  isOnHold,
  isPending,
} from './store.ts';
