export { countMonthsToInvoice } from './due.ts';
export { issueLateFee } from './fees.ts';
export { invoiceProblems } from './invariants.ts';
export { isIssued } from './issued.ts';
export { invoiceNews } from './news.ts';
export { ratesToday } from './oneOff.ts';
export { type UnpaidDocument, unpaidDocuments } from './unpaid.ts';
