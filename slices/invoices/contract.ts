import * as z from 'zod';
import { commandHandle, decimal, done, endpoint, id, integerText, moment, text } from '../../contract/endpoint.ts';
import { positiveAmount } from '../../contract/money.ts';
import { listPage, listQuery } from '../../contract/page.ts';
import { ofCustomer as ofCompanyCustomer } from '../companies/contract.ts';
import { costLine } from '../pricing/contract.ts';

/** A calendar month of the sites' own time zones. */
const period = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { message: 'a month such as 2030-04 is needed' });
const ofPeriod = z.strictObject({ companyId: id, period });
const ofCustomer = z.strictObject({ ...ofPeriod.shape, customerId: id });
const lineId = integerText({ min: 1, max: 999_999_999_999_999 });

export const invoiceStates = ['draft', 'blocked', 'empty', 'issued'] as const;
export const documentKinds = ['invoice', 'creditNote'] as const;
/** `failed`: the task gave up; its log says why. */
export const runStates = ['none', 'running', 'stopped', 'failed', 'done'] as const;

/** What stands in the way of an invoice, or should be looked at. */
const fault = z.strictObject({
  code: z.string(),
  /** It keeps the invoice from being issued. */
  isBlocking: z.boolean(),
  title: z.string(),
  /** What to do about it. */
  remedy: z.string(),
  /** The screen where it is mended. */
  link: z.string(),
});

const money = { net: decimal, tax: decimal, total: decimal, currency: z.string() };
const customer = z.strictObject({ id, email: z.string(), name: z.string() });

const run = z.strictObject({
  state: z.enum(runStates),
  /** Whether it issues, or only writes drafts to be looked at. */
  issues: z.boolean(),
  cmdId: z.int().nullable(),
  progress: z.int(),
  startedAt: moment.nullable(),
  startedBy: z.string(),
});

const counts = z.strictObject({ draft: z.int(), blocked: z.int(), empty: z.int(), issued: z.int() });

const invoiceRow = z.strictObject({
  id,
  customer,
  state: z.enum(invoiceStates),
  ...money,
  lines: z.int(),
  faults: z.array(fault),
  /** Of the document; null before it is issued. */
  number: z.string().nullable(),
  documentId: id.nullable(),
  /** The document keeps the rules of EN 16931; false before it is issued. */
  isEInvoice: z.boolean(),
});

/** `kept`: no mail server is connected. */
const mailed = z.strictObject({
  /** Of the last time it was put into the outbox. */
  state: z.enum(['waiting', 'sent', 'kept', 'failed']),
  to: z.string(),
  /** When it last left; null: never yet. */
  sentAt: moment.nullable(),
});

/** `open` beside a document: what of it is unpaid, all payments allotted to the oldest first; null of a credit note. */
const documentRow = z.strictObject({
  id,
  invoiceId: id,
  kind: z.enum(documentKinds),
  number: z.string(),
  period: z.string(),
  issuedAt: moment,
  dueOn: z.iso.date().nullable(),
  ...money,
  reason: z.string(),
  /** It keeps the rules of EN 16931: there is UBL of it, and the PDF has the structured invoice inside. */
  isEInvoice: z.boolean(),
  /** How it went to the customer by mail; null: it was not mailed. */
  mailed: mailed.nullable(),
});

const line = z.strictObject({
  id: z.int(),
  subjectType: z.string(),
  subjectId: id,
  subjectName: z.string(),
  /** Whose it was, when that is not the customer itself. */
  owner: z.string().nullable(),
  item: z.string(),
  title: z.string(),
  from: moment,
  to: moment,
  amount: decimal,
  currency: z.string(),
  /** What credit notes took back of it already. */
  credited: decimal,
  /** It takes something off the others; its amount is below zero. */
  isDiscount: z.boolean(),
});

const wholeInvoice = z.strictObject({
  id,
  period: z.string(),
  company: z.string(),
  state: z.enum(invoiceStates),
  ...money,
  taxes: z.array(z.strictObject({ name: z.string(), rate: decimal, amount: decimal })),
  /** Why no tax is charged; null where the company’s taxes hold. */
  taxNote: z.string().nullable(),
  documents: z.array(documentRow),
  lines: z.array(line),
});

/** One time in which so much was had at one price. */
const event = z.strictObject({
  from: moment,
  /** Null: it goes on. */
  to: moment.nullable(),
  quantity: decimal,
  mode: z.enum(['hourly', 'monthly']),
  unitPrice: decimal.nullable(),
  /** The price list it was bought from. */
  priceList: z.string(),
  version: z.int(),
  validFrom: moment,
});

/** How much of what was taken off. */
const takenOff = z.strictObject({
  kind: z.enum(['percent', 'fixed', 'credit']),
  /** Percent, or an amount of the currency. */
  value: decimal,
  /** The kinds of lines it is taken off, in words; null: all. */
  groups: z.array(z.string()).nullable(),
  /** The most it takes: its limit, or what other months left of a credit. */
  most: decimal.nullable(),
  /** What earlier discounts left of its lines. */
  base: decimal,
  /** Before it was rounded. */
  exact: decimal,
  /** The reckoning in figures. */
  formula: z.string(),
  shares: z.array(z.strictObject({ lineId: z.int(), subjectName: z.string(), title: z.string(), amount: decimal, part: decimal })),
});

const explanation = z.strictObject({
  line,
  /** How the parts come to the amount, as the portal reckons it anew now; null of a discount. */
  reckoning: costLine.nullable(),
  /** How a discount comes to its amount; null of any other line. */
  discount: takenOff.nullable(),
  events: z.array(event),
  /** Decimals of the smallest coin, to which the line is rounded, halves away from zero. */
  decimals: z.int(),
  /** What is reckoned anew is what the invoice says. */
  agrees: z.boolean(),
});

const overview = z.strictObject({
  company: z.strictObject({ id, name: z.string(), currency: z.string() }),
  period: z.string(),
  /** From when it can be invoiced: the month is over at every site, and what it left has been written down. */
  opensAt: moment,
  isOpen: z.boolean(),
  run,
  counts,
  totals: z.array(z.strictObject({ amount: decimal, currency: z.string(), state: z.enum(invoiceStates) })),
  documents: z.int(),
  /** What concerns all customers. */
  faults: z.array(fault),
});

const logEntry = z.strictObject({ at: moment, entry: z.string(), by: z.string() });

export const invoiceEndpoints = {
  listInvoicing: endpoint({
    method: 'GET',
    path: '/invoicing',
    summary: 'The last twelve months of each company one looks after, with how far each is invoiced.',
    access: 'ledger.view',
    changes: false,
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          companyId: id,
          company: z.string(),
          period: z.string(),
          isOpen: z.boolean(),
          state: z.enum(runStates),
          counts,
          documents: z.int(),
        }),
      ),
    }),
  }),
  getInvoicing: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}',
    summary: 'A company’s month: whether it can be invoiced, how far the run is, and what concerns all customers.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    answer: overview,
  }),
  listInvoicingFaults: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/validation',
    summary: 'The customers of a month with what stands in the way of each one’s invoice and where that is mended.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    query: listQuery(['email'], { show: z.enum(['all', 'blocked', 'clear']).optional() }),
    answer: listPage(z.strictObject({ id, customer, isIssued: z.boolean(), faults: z.array(fault) })).extend({
      customers: z.int(),
      blocked: z.int(),
    }),
  }),
  runInvoicing: endpoint({
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/run',
    summary: 'Writes the lines of every customer’s month and issues what nothing stands in the way of. What is issued stays as it is.',
    access: 'ledger.manage',
    changes: true,
    dangerous: true,
    params: ofPeriod,
    body: z.strictObject({
      /** False: only drafts are written, to be looked at. */
      issues: z.boolean(),
    }),
    answer: commandHandle,
    errors: ['invoicingPeriodOpen', 'invoicingRuns'],
  }),
  stopInvoicing: endpoint({
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/stop',
    summary: 'Stops the run after the customer it is at. What is issued stays; the next run goes on from there.',
    access: 'ledger.manage',
    changes: true,
    params: ofPeriod,
    answer: done,
    errors: ['invoicingRunsNot', 'taskNotCancellable'],
  }),
  listInvoices: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/invoicing',
    summary: 'The invoices of a month, customer by customer.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    query: listQuery(['email', 'total'], { state: z.enum(invoiceStates).optional() }),
    answer: listPage(invoiceRow),
  }),
  listDocuments: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/documenting',
    summary: 'The documents of a month by their numbers.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    query: listQuery(['number', 'issuedAt', 'email'], { kind: z.enum(documentKinds).optional() }),
    answer: listPage(documentRow.extend({ customer })),
  }),
  getInvoiceStatus: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/status',
    summary: 'How far one customer’s invoice is and what stands in its way.',
    access: 'ledger.view',
    changes: false,
    params: ofCustomer,
    answer: invoiceRow.extend({
      company: z.string(),
      issuedAt: moment.nullable(),
      transactionId: id.nullable(),
      /** It has more lines than a month ever has and waits for a person to let it through. */
      isHeld: z.boolean(),
      handOver: z.strictObject({ isConnected: z.boolean(), note: z.string() }),
    }),
  }),
  getInvoice: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/invoice',
    summary: 'One customer’s invoice with its lines, taxes and documents.',
    access: 'ledger.view',
    changes: false,
    params: ofCustomer,
    answer: wholeInvoice,
  }),
  explainInvoiceLine: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/invoice/{lineId}',
    summary: 'A line taken apart: what was had when, at which version of which price list, the formula and the rounding.',
    access: 'ledger.view',
    changes: false,
    params: z.strictObject({ ...ofCustomer.shape, lineId }),
    answer: explanation,
  }),
  getInvoiceLog: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/log',
    summary: 'What happened to one customer’s invoice, in its order.',
    access: 'ledger.view',
    changes: false,
    params: ofCustomer,
    answer: z.strictObject({ items: z.array(logEntry) }),
  }),
  getFinansitPayload: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/finansitPayload',
    summary: 'What an accounting service would be sent of one customer’s documents.',
    access: 'ledger.view',
    changes: false,
    params: ofCustomer,
    answer: z.strictObject({
      isConnected: z.boolean(),
      note: z.string(),
      /** One for each document; of a draft what it would be, without a number. */
      payloads: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
  releaseInvoice: endpoint({
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/release',
    summary: 'Lets an invoice with unusually many lines through: the next run issues it.',
    access: 'ledger.manage',
    changes: true,
    dangerous: true,
    params: ofCustomer,
    answer: done,
    errors: ['invoiceNotHeld'],
  }),
  creditInvoice: endpoint({
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/customers/{customerId}/creditNotes',
    summary: 'Takes back lines of an issued invoice, or parts of them, with a credit note and its tax.',
    access: 'ledger.manage',
    changes: true,
    proof: true,
    params: ofCustomer,
    body: z.strictObject({
      /** The same key with the same lines gives the same credit note. */
      key: z.string().regex(/^[\w.:-]{8,100}$/, { message: '8 to 100 letters, digits, or . : _ - are needed' }),
      reason: text({ min: 3, max: 500 }),
      /** Left out: all that is left of the invoice. */
      lines: z
        .array(z.strictObject({ lineId: z.int().positive(), amount: positiveAmount }))
        .min(1)
        .max(500)
        .refine((lines) => new Set(lines.map((entry) => entry.lineId)).size === lines.length, { message: 'a line stands here twice' })
        .optional(),
    }),
    answer: documentRow,
    errors: ['invoiceNotIssued', 'creditTooMuch', 'creditDiscountLine', 'amountWrong', 'ledgerKeyReused', 'refundTooMuch'],
  }),
  listOwnDocuments: endpoint({
    method: 'GET',
    path: '/billing/documents',
    summary: 'The caller’s invoices and credit notes.',
    access: 'billing.view',
    changes: false,
    query: listQuery(['issuedAt', 'number'], { kind: z.enum(documentKinds).optional() }),
    answer: listPage(documentRow.extend({ company: z.string(), open: decimal.nullable() })),
  }),
  listCustomerDocuments: endpoint({
    method: 'GET',
    path: '/billingManage/{companyId}/{externalId}/invoice',
    summary: 'A customer’s invoices and credit notes with a company, with what of each is open.',
    access: 'ledger.view',
    changes: false,
    params: ofCompanyCustomer,
    query: listQuery(['issuedAt', 'number'], { kind: z.enum(documentKinds).optional(), show: z.enum(['all', 'open']).optional() }),
    answer: listPage(documentRow.extend({ open: decimal.nullable() })).extend({
      /** What of all documents is open, in each currency. */
      totals: z.array(z.strictObject({ open: decimal, currency: z.string() })),
    }),
  }),
  getOwnInvoice: endpoint({
    method: 'GET',
    path: '/billing/invoices/{invoiceId}',
    summary: 'One of the caller’s invoices with its lines, taxes and documents.',
    access: 'billing.view',
    changes: false,
    params: z.strictObject({ invoiceId: id }),
    answer: wholeInvoice,
  }),
  explainOwnInvoiceLine: endpoint({
    method: 'GET',
    path: '/billing/invoices/{invoiceId}/{lineId}',
    summary: 'A line of one’s own invoice taken apart.',
    access: 'billing.view',
    changes: false,
    params: z.strictObject({ invoiceId: id, lineId }),
    answer: explanation,
  }),
  mailOwnDocument: endpoint({
    method: 'POST',
    path: '/billing/documents/{documentId}/mail',
    summary: 'Sends one’s own document once more by mail, to the address that documents go to.',
    access: 'billing.manage',
    changes: true,
    params: z.strictObject({ documentId: id }),
    answer: z.strictObject({ to: z.string() }),
    errors: ['documentMailedOften'],
  }),
  mailCustomerDocument: endpoint({
    method: 'POST',
    path: '/billingManage/{companyId}/{externalId}/invoice/{documentId}/mail',
    summary: 'Sends a customer’s document once more by mail, to the address that its documents go to.',
    access: 'ledger.manage',
    changes: true,
    params: z.strictObject({ ...ofCompanyCustomer.shape, documentId: id }),
    answer: z.strictObject({ to: z.string() }),
    errors: ['documentMailedOften'],
  }),
  downloadDocument: endpoint({
    method: 'GET',
    path: '/invoice/download',
    summary:
      'A document to print, as PDF with the e-invoice inside, as UBL, or its lines as CSV; one’s own, or of a company one looks after.',
    access: 'billing.view',
    changes: false,
    kind: 'file',
    also: '/invoice/download',
    query: z.strictObject({ document: id, format: z.enum(['html', 'csv', 'pdf', 'ubl']).optional() }),
    errors: ['noEInvoice'],
  }),
};
