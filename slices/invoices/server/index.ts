export { ratesToday } from './charges/oneOff.ts';
export { countMonthsToInvoice } from './due.ts';
export { invoiceProblems } from './invariants.ts';
export { isIssued } from './issued.ts';
export { invoiceNews } from './news.ts';
export { issueLateFee } from './run/fees.ts';
export { type UnpaidDocument, unpaidDocuments } from './unpaid.ts';
