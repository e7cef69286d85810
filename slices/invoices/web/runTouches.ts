/** Operations to refetch when a run starts or stops. */
export const runTouches = [
  'getInvoicing',
  'listInvoices',
  'listDocuments',
  'listInvoicingFaults',
  'listInvoicing',
] as const;
