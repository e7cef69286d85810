import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../../contract/endpoint.ts';
import { positiveAmount } from '../../../../contract/fields/money.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { exportStatus } from '../../accounting/contract.ts';
import { allocationSummary } from '../../allocations/contract.ts';
import { localize } from '../texts/localize.ts';
import { explanation } from './explanation.ts';
import {
  creditKey,
  customerParams,
  documentRow,
  invoiceRow,
  lineId,
  wholeInvoice,
} from './parts.ts';

const logEntry = z.strictObject({ at: moment, entry: z.string(), by: z.string() });

/** A customer's invoice for a month. */
export const customerEndpoints = {
  getInvoiceStatus: endpoint({
    title: localize('operations.getInvoiceStatus'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/status',
    summary: 'Get one customer’s invoice status and blocking problems.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoice', 'invoicing'],
    params: customerParams,
    answer: invoiceRow.extend({
      company: z.string(),
      issuedAt: moment.nullable(),
      transactionId: id.nullable(),
      /** The invoice has an implausible number of lines and waits for manual review. */
      isHeld: z.boolean(),
      /** The document's state at the tax authority. Null if it needs no number. */
      allocation: allocationSummary.nullable(),
      /** Whether an accounting service is connected, and the export status of each document. */
      handOver: z.strictObject({
        isConnected: z.boolean(),
        note: z.string(),
        documents: z.array(
          z.strictObject({ id, number: z.string(), handOver: exportStatus.nullable() }),
        ),
      }),
    }),
  }),
  getInvoice: endpoint({
    title: localize('operations.getInvoice'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/invoice',
    summary: 'Get a customer’s invoice with lines, taxes, and documents.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoice', 'invoicing'],
    params: customerParams,
    answer: wholeInvoice,
  }),
  explainInvoiceLine: endpoint({
    title: localize('operations.explainInvoiceLine'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/invoice/{lineId}',
    summary: 'Explain an invoice line: usage, price list version, formula, and rounding.',
    access: 'ledger.view',
    changes: false,
    params: z.strictObject({ ...customerParams.shape, lineId }),
    answer: explanation,
  }),
  getInvoiceLog: endpoint({
    title: localize('operations.getInvoiceLog'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/log',
    summary: 'Get the log of a customer’s invoice.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoice', 'invoicing'],
    params: customerParams,
    answer: z.strictObject({ items: z.array(logEntry) }),
  }),
  getFinansitPayload: endpoint({
    title: localize('operations.getFinansitPayload'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/finansitPayload',
    summary:
      'Get the accounting payload of a customer’s documents: what was sent with the answer, or what would be sent.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoice', 'invoicing'],
    params: customerParams,
    answer: z.strictObject({
      isConnected: z.boolean(),
      note: z.string(),
      /** One per document. For a draft, a preview without a number. */
      payloads: z.array(
        z.strictObject({
          documentId: id.nullable(),
          number: z.string().nullable(),
          /** JSON: the exact body that was sent, or a preview if it was not sent yet. */
          payload: z.string(),
          wasSent: z.boolean(),
          handOver: exportStatus.nullable(),
          /** Why it can't be exported now; null when it can. */
          handOverProblem: z.string().nullable(),
        }),
      ),
    }),
  }),
  releaseInvoice: endpoint({
    title: localize('operations.releaseInvoice'),
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/release',
    summary: 'Release an invoice blocked for its unusual number of lines. The next run issues it.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing'],
    dangerous: true,
    params: customerParams,
    answer: done,
    errors: ['invoiceNotHeld'],
  }),
  creditInvoice: endpoint({
    title: localize('operations.creditInvoice'),
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/creditNotes',
    summary: 'Issue a credit note for lines of an issued invoice, or parts of them.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing', 'approval'],
    proof: true,
    params: customerParams,
    body: z.strictObject({
      /** Idempotency key: the same key with the same lines returns the same credit note. */
      key: creditKey,
      reason: text({ min: 3, max: 500 }),
      /** Omit to credit the entire remaining amount of the invoice. */
      lines: z
        .array(z.strictObject({ lineId: z.int().positive(), amount: positiveAmount }))
        .min(1)
        .max(500)
        .refine((lines) => new Set(lines.map((entry) => entry.lineId)).size === lines.length, {
          message: schemaMessage(localize('invalid.message.lineListedTwice')),
        })
        .optional(),
    }),
    /**
     * While the credit note waits for second approval there is no document, only an `approvalId`.
     */
    answer: documentRow.partial().extend({ approvalId: id.nullable() }),
    errors: [
      'invoiceNotIssued',
      'creditTooMuch',
      'creditDiscountLine',
      'amountWrong',
      'ledgerKeyReused',
      'refundTooMuch',
      'refundWrittenOff',
    ],
  }),
};
