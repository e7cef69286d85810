/** What is read anew when a run begins or is stopped. */
export const runTouches = ['getInvoicing', 'listInvoices', 'listDocuments', 'listInvoicingFaults', 'listInvoicing'] as const;
