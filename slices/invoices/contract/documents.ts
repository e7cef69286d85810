import * as z from 'zod';
import { decimal, endpoint, id, text } from '../../../contract/endpoint.ts';
import { localized } from '../../../contract/localized.ts';
import { listPage, listQuery } from '../../../contract/page.ts';
import { ofCustomer as ofCompanyCustomer } from '../../companies/contract.ts';
import { explanation } from './explanation.ts';
import { creditKey, documentKinds, documentRow, lineId, wholeInvoice } from './parts.ts';

const whichDocument = localized(
  'Enter the document ID in “document”.',
  'יש להזין את מזהה המסמך בשדה document.',
);

/** Documents as customers and their administrators see them. */
export const documentEndpoints = {
  checkPrintable: endpoint({
    title: { en: 'Check printable characters', he: 'בדיקת תווים להדפסה' },
    method: 'POST',
    path: '/billing/printable',
    summary: 'List the characters of a text that invoices and credit notes can’t print.',
    access: 'signedIn',
    changes: false,
    body: z.strictObject({ text: text({ min: 0, max: 2000 }) }),
    answer: z.strictObject({ characters: z.array(z.string()) }),
  }),
  listOwnDocuments: endpoint({
    title: { en: 'View your documents', he: 'צפייה בחשבוניות' },
    method: 'GET',
    path: '/billing/documents',
    summary: 'List your invoices and credit notes.',
    access: 'billing.view',
    changes: false,
    query: listQuery(['issuedAt', 'number'], { kind: z.enum(documentKinds).optional() }),
    answer: listPage(documentRow.extend({ company: z.string(), open: decimal.nullable() })),
  }),
  listCustomerDocuments: endpoint({
    title: { en: 'View a customer’s documents', he: 'צפייה במסמכים של לקוח' },
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/invoice',
    summary: 'List a customer’s invoices and credit notes with open amounts.',
    access: 'ledger.view',
    changes: false,
    params: ofCompanyCustomer,
    query: listQuery(['issuedAt', 'number'], {
      kind: z.enum(documentKinds).optional(),
      show: z.enum(['all', 'open']).optional(),
    }),
    answer: listPage(documentRow.extend({ open: decimal.nullable() })).extend({
      /** What of all documents is open, in each currency. */
      totals: z.array(z.strictObject({ open: decimal, currency: z.string() })),
    }),
  }),
  getOwnInvoice: endpoint({
    title: { en: 'View your invoice', he: 'צפייה בחשבונית' },
    method: 'GET',
    path: '/billing/invoices/{invoiceId}',
    summary: 'Get one of your invoices with lines, taxes, and documents.',
    access: 'billing.view',
    changes: false,
    params: z.strictObject({ invoiceId: id }),
    answer: wholeInvoice,
  }),
  explainOwnInvoiceLine: endpoint({
    title: { en: 'Explain a line of your invoice', he: 'הסבר שורה בחשבונית אישית' },
    method: 'GET',
    path: '/billing/invoices/{invoiceId}/{lineId}',
    summary: 'Explain a line of one of your invoices.',
    access: 'billing.view',
    changes: false,
    params: z.strictObject({ invoiceId: id, lineId }),
    answer: explanation,
  }),
  mailOwnDocument: endpoint({
    title: { en: 'Email your document again', he: 'שליחה חוזרת של מסמך' },
    method: 'POST',
    path: '/billing/documents/{documentId}/mail',
    summary: 'Email one of your documents to your document address again.',
    access: 'billing.manage',
    changes: true,
    params: z.strictObject({ documentId: id }),
    answer: z.strictObject({ to: z.string() }),
    errors: ['documentMailedOften', 'documentHeld'],
  }),
  mailCustomerDocument: endpoint({
    title: { en: 'Email a customer’s document again', he: 'שליחה חוזרת של מסמך של לקוח' },
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/invoice/{documentId}/mail',
    summary: 'Email a customer’s document to its document address again.',
    access: 'ledger.manage',
    changes: true,
    params: z.strictObject({ ...ofCompanyCustomer.shape, documentId: id }),
    answer: z.strictObject({ to: z.string() }),
    errors: ['documentMailedOften', 'documentHeld'],
  }),
  creditOneOff: endpoint({
    title: { en: 'Credit a one-time invoice', he: 'ביטול חשבונית שאינה של חודש' },
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/invoice/{documentId}/creditNotes',
    summary: 'Issue a credit note for the remaining amount of a late fee or one-time charge.',
    access: 'ledger.manage',
    changes: true,
    proof: true,
    params: z.strictObject({ ...ofCompanyCustomer.shape, documentId: id }),
    body: z.strictObject({ key: creditKey, reason: text({ min: 3, max: 500 }) }),
    answer: documentRow.partial().extend({ approvalId: id.nullable() }),
    errors: ['creditTooMuch', 'ledgerKeyReused', 'refundTooMuch', 'refundWrittenOff'],
  }),
  downloadDocument: endpoint({
    title: { en: 'Download a document', he: 'הורדת מסמך' },
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
