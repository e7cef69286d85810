import { chargeEndpoints } from './contract/charges.ts';
import { customerEndpoints } from './contract/customer.ts';
import { documentEndpoints } from './contract/documents.ts';
import { exportEndpoints } from './contract/export.ts';
import { runEndpoints } from './contract/run.ts';

export { documentKinds, invoiceStates, runStates } from './contract/parts.ts';
export { errors, resourceNames } from './errors.ts';

/** All endpoints for invoices and their documents, grouped by area. */
export const invoiceEndpoints = {
  ...runEndpoints,
  ...customerEndpoints,
  ...chargeEndpoints,
  ...documentEndpoints,
  ...exportEndpoints,
};

export { invoiceEndpoints as endpoints };
