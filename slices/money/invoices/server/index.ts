export { ratesToday } from './charges/oneOff.ts';
export { invoiceProblems } from './invariants.ts';
export { isIssued } from './isIssued.ts';
export { issueLateFee } from './run/fees.ts';
export { usageMetering } from './run/metering.ts';
export { type UnpaidDocument, unpaidDocuments } from './unpaid.ts';
