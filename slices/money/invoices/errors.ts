import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  invoicingPeriodOpen: error(2850, 422, localize('errors.invoicingPeriodOpen')),
  invoicingRuns: error(2851, 409, localize('errors.invoicingRuns')),
  invoicingRunsNot: error(2852, 409, localize('errors.invoicingRunsNot')),
  invoiceNotIssued: error(2853, 422, localize('errors.invoiceNotIssued')),
  creditTooMuch: error(2854, 422, localize('errors.creditTooMuch')),
  invoiceNotHeld: error(2855, 409, localize('errors.invoiceNotHeld')),
  noEInvoice: error(2860, 422, localize('errors.noEInvoice')),
  documentMailedOften: error(2890, 429, localize('errors.documentMailedOften')),
  creditDiscountLine: error(2918, 422, localize('errors.creditDiscountLine')),
  accountingNotConnected: error(2920, 422, localize('errors.accountingNotConnected')),
  documentHandedOver: error(2925, 409, localize('errors.documentHandedOver')),
  chargeNotInvoiceable: error(2968, 422, localize('errors.chargeNotInvoiceable')),
};

/** Resource names for `{what}` in `notFound`. */
export const resourceNames = {
  document: localize('resources.document'),
  invoice: localize('resources.invoice'),
  line: localize('resources.line'),
};
