import * as z from 'zod';
import { decimal, endpoint, id } from '../../../../contract/endpoint.ts';
import { currency, positiveAmount } from '../../../../contract/fields/money.ts';
import { customerParams as ofCompanyCustomer } from '../../companies/contract.ts';
import { entry, postedOrPending } from '../../ledger/contract.ts';
import { localize } from '../texts/localize.ts';
import { explanation } from './explanation.ts';
import { documentRow, fault, lineId, money, taxLine, wholeInvoice } from './parts.ts';

const invoiceParams = z.strictObject({ ...ofCompanyCustomer.shape, invoiceId: id });
const chargeErrors = ['currencyForeign', 'amountWrong'] as const;

/** Manual charges: each is a separate invoice. */
export const chargeEndpoints = {
  previewCharge: endpoint({
    title: localize('operations.previewCharge'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/charges/preview',
    summary: 'Preview a one-time charge with the customer’s taxes, and whether it can be issued.',
    access: 'ledger.manage',
    changes: false,
    params: ofCompanyCustomer,
    body: z.strictObject({ amount: positiveAmount, currency }),
    answer: z.strictObject({
      ...money,
      taxes: z.array(taxLine),
      /** Why no tax is charged. Null if the company's taxes apply. */
      taxNote: z.string().nullable(),
      dueOn: z.iso.date(),
      /** The customer's balance after the charge in this currency. Negative: amount due. */
      balanceAfter: decimal,
      /** The charge can't be issued while any of these remain. */
      faults: z.array(fault),
    }),
    errors: chargeErrors,
  }),
  recordCharge: endpoint({
    title: localize('operations.recordCharge'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/charges',
    summary:
      'Issue an invoice for a one-time charge. The amount is before tax, and the reason becomes the line text. Going below zero must be requested explicitly.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing', 'approval'],
    dangerous: true,
    params: ofCompanyCustomer,
    body: entry.extend({ mayOwe: z.boolean() }),
    /** `document` is null while the charge waits for second approval. */
    answer: postedOrPending.extend({ document: documentRow.nullable() }),
    errors: ['ledgerKeyReused', ...chargeErrors, 'balanceShort', 'chargeNotInvoiceable'],
  }),
  getCustomerInvoice: endpoint({
    title: localize('operations.getCustomerInvoice'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/invoices/{invoiceId}',
    summary: 'Get a customer’s invoice with lines, taxes, and documents.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoice'],
    params: invoiceParams,
    answer: wholeInvoice,
  }),
  explainCustomerInvoiceLine: endpoint({
    title: localize('operations.explainCustomerInvoiceLine'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/invoices/{invoiceId}/{lineId}',
    summary:
      'Explain a line of a customer’s invoice. For a charge: who created it, why, and who approved it.',
    access: 'ledger.view',
    changes: false,
    params: z.strictObject({ ...invoiceParams.shape, lineId }),
    answer: explanation,
  }),
};
