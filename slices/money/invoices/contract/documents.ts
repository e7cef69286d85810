import * as z from 'zod';
import { decimal, endpoint, id, text } from '../../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { customerParams as ofCompanyCustomer } from '../../companies/contract.ts';
import { localize } from '../texts/localize.ts';
import { explanation } from './explanation.ts';
import { creditKey, documentKinds, documentRow, lineId, wholeInvoice } from './parts.ts';

const whichDocument = schemaMessage(localize('invalid.whichDocument.enterDocumentIdDocument'));

/** Documents as customers and their administrators see them. */
export const documentEndpoints = {
  checkPrintable: endpoint({
    title: localize('operations.checkPrintable'),
    method: 'POST',
    path: '/billing/printable',
    summary: 'List the characters of a text that invoices and credit notes can’t print.',
    access: 'signedIn',
    changes: false,
    body: z.strictObject({ text: text({ min: 0, max: 2000 }) }),
    answer: z.strictObject({ characters: z.array(z.string()) }),
  }),
  listOwnDocuments: endpoint({
    title: localize('operations.listOwnDocuments'),
    method: 'GET',
    path: '/billing/documents',
    summary: 'List your invoices and credit notes.',
    access: 'billing.view',
    changes: false,
    topics: ['invoice', 'billing'],
    query: listQuery(['issuedAt', 'number'], { kind: z.enum(documentKinds).optional() }),
    answer: listPage(documentRow.extend({ company: z.string(), open: decimal.nullable() })),
  }),
  listCustomerDocuments: endpoint({
    title: localize('operations.listCustomerDocuments'),
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/invoice',
    summary: 'List a customer’s invoices and credit notes with open amounts.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoice', 'billing'],
    params: ofCompanyCustomer,
    query: listQuery(['issuedAt', 'number'], {
      kind: z.enum(documentKinds).optional(),
      show: z.enum(['all', 'open']).optional(),
    }),
    answer: listPage(documentRow.extend({ open: decimal.nullable() })).extend({
      /** The total amount due of all documents, per currency. */
      totals: z.array(z.strictObject({ open: decimal, currency: z.string() })),
    }),
  }),
  getOwnInvoice: endpoint({
    title: localize('operations.getOwnInvoice'),
    method: 'GET',
    path: '/billing/invoices/{invoiceId}',
    summary: 'Get one of your invoices with lines, taxes, and documents.',
    access: 'billing.view',
    changes: false,
    topics: ['invoice'],
    params: z.strictObject({ invoiceId: id }),
    answer: wholeInvoice,
  }),
  explainOwnInvoiceLine: endpoint({
    title: localize('operations.explainOwnInvoiceLine'),
    method: 'GET',
    path: '/billing/invoices/{invoiceId}/{lineId}',
    summary: 'Explain a line of one of your invoices.',
    access: 'billing.view',
    changes: false,
    params: z.strictObject({ invoiceId: id, lineId }),
    answer: explanation,
  }),
  mailOwnDocument: endpoint({
    title: localize('operations.mailOwnDocument'),
    method: 'POST',
    path: '/billing/documents/{documentId}/mail',
    summary: 'Email one of your documents to your document address again.',
    access: 'billing.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing'],
    params: z.strictObject({ documentId: id }),
    answer: z.strictObject({ to: z.string() }),
    errors: ['documentMailedOften', 'documentHeld'],
  }),
  mailCustomerDocument: endpoint({
    title: localize('operations.mailCustomerDocument'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/invoice/{documentId}/mail',
    summary: 'Email a customer’s document to its document address again.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing'],
    params: z.strictObject({ ...ofCompanyCustomer.shape, documentId: id }),
    answer: z.strictObject({ to: z.string() }),
    errors: ['documentMailedOften', 'documentHeld'],
  }),
  creditOneOff: endpoint({
    title: localize('operations.creditOneOff'),
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/invoice/{documentId}/creditNotes',
    summary: 'Issue a credit note for the remaining amount of a late fee or one-time charge.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing', 'approval'],
    proof: true,
    params: z.strictObject({ ...ofCompanyCustomer.shape, documentId: id }),
    body: z.strictObject({ key: creditKey, reason: text({ min: 3, max: 500 }) }),
    answer: documentRow.partial().extend({ approvalId: id.nullable() }),
    errors: ['creditTooMuch', 'ledgerKeyReused', 'refundTooMuch', 'refundWrittenOff'],
  }),
  downloadDocument: endpoint({
    title: localize('operations.downloadDocument'),
    method: 'GET',
    path: '/invoice/download',
    command: 'documents download',
    summary: 'Download a document as PDF with embedded e-invoice, as UBL, or its lines as CSV.',
    access: 'billing.view',
    changes: false,
    kind: 'file',
    also: '/invoice/download',
    query: z.strictObject({
      document: z.uuid(whichDocument),
      format: z.enum(['html', 'csv', 'pdf', 'ubl']).optional(),
    }),
    errors: ['noEInvoice', 'documentHeld'],
  }),
};
