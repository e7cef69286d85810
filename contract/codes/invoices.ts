/** Invoicing runs, invoices and credit notes. */
export const invoiceCodes = {
  invoicingPeriodOpen: 2850,
  invoicingRuns: 2851,
  invoicingRunsNot: 2852,
  invoiceNotIssued: 2853,
  creditTooMuch: 2854,
  invoiceNotHeld: 2855,
  noEInvoice: 2860,
  documentMailedOften: 2890,
} as const;
