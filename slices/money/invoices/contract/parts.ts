import * as z from 'zod';
import { decimal, id, integerText, moment } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { allocationSummary } from '../../allocations/contract.ts';
import { localize } from '../texts/localize.ts';

/** A calendar month in each site's own time zone. */
export const period = z
  .string()
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
    message: schemaMessage(localize('invalid.message.enterMonthExample2030')),
  });

export const periodParams = z.strictObject({ companyId: id, period });

export const customerParams = z.strictObject({ ...periodParams.shape, customerId: id });

export const lineId = integerText({ min: 1, max: 999_999_999_999_999 });

export const invoiceStates = ['draft', 'blocked', 'empty', 'issued'] as const;

/** What an invoice is for: a month's usage, or a separate late fee or charge. */
export const invoiceOrigins = ['month', 'lateFee', 'charge'] as const;

export const documentKinds = ['invoice', 'creditNote'] as const;

/** `failed`: the task was abandoned. Its log contains the reason. */
export const runStates = ['none', 'running', 'stopped', 'failed', 'done'] as const;

/** A problem with an invoice, blocking or only a warning. */
export const fault = z.strictObject({
  code: z.string(),
  /** Whether it prevents the invoice from being issued. */
  isBlocking: z.boolean(),
  title: z.string(),
  /** The remedy. */
  remedy: z.string(),
  /** The screen where it is fixed. */
  link: z.string(),
});

export const money = { net: decimal, tax: decimal, total: decimal, currency: z.string() };

export const customer = z.strictObject({ id, email: z.string(), name: z.string() });

export const invoiceRow = z.strictObject({
  id,
  customer,
  state: z.enum(invoiceStates),
  ...money,
  lines: z.int(),
  faults: z.array(fault),
  /** The document number. Null until the invoice is issued. */
  number: z.string().nullable(),
  documentId: id.nullable(),
  /** Whether the document complies with EN 16931. False until the invoice is issued. */
  isEInvoice: z.boolean(),
});

/** `kept`: the email was not sent because no mail server is connected. */
export const mailed = z.strictObject({
  /** The state of the most recent email. */
  state: z.enum(['waiting', 'sent', 'kept', 'failed']),
  to: z.string(),
  /** When the email was last sent. Null if it was never sent. */
  sentAt: moment.nullable(),
});

/**
 * An issued document. `open`, listed next to it, is its unpaid amount when payments are allocated
 * to the oldest documents first. Null for a credit note.
 */
export const documentRow = z.strictObject({
  id,
  invoiceId: id,
  kind: z.enum(documentKinds),
  number: z.string(),
  period: z.string(),
  /** For a credit note, the origin of its invoice. */
  origin: z.enum(invoiceOrigins),
  issuedAt: moment,
  dueOn: z.iso.date().nullable(),
  ...money,
  reason: z.string(),
  /**
   * Whether the document complies with EN 16931. If so, a UBL file is available and the PDF embeds
   * the structured invoice.
   */
  isEInvoice: z.boolean(),
  /** Delivery of the document by email. Null if it was not emailed. */
  mailed: mailed.nullable(),
  /** The document's state at the tax authority. Null if it needs no number. */
  allocation: allocationSummary.nullable(),
});

/**
 * Idempotency key of a credit note: repeated requests with the same key return the same credit
 * note.
 */
export const creditKey = z
  .string()
  .trim()
  .regex(/^[\w.:-]{8,100}$/, {
    message: schemaMessage(localize('invalid.message.enter8100Letters')),
  });

export const line = z.strictObject({
  id: z.int(),
  subjectType: z.string(),
  subjectId: id,
  subjectName: z.string(),
  /** The owner of the resource. Null if it is the customer itself. */
  owner: z.string().nullable(),
  item: z.string(),
  title: z.string(),
  from: moment,
  to: moment,
  amount: decimal,
  currency: z.string(),
  /**
   * How the line was priced. Null for discounts, late fees, manual charges, and lines created
   * before this was recorded.
   */
  had: z
    .strictObject({
      /** The quantity in use at a time, in `unit`. Null if it changed during the period. */
      quantity: decimal.nullable(),
      unit: z.string(),
      /** Hours, or months for monthly items. Null when both billing modes occurred. */
      times: decimal.nullable(),
      /** The price of one unit. Null if several prices applied. */
      unitPrice: decimal.nullable(),
      /**
       * `limit`: the hours reached the monthly maximum, which is the unit price. `purchase`,
       * `counted`: the price is paid once.
       */
      pricedBy: z.enum(['hour', 'limit', 'month', 'purchase', 'counted', 'several']),
      /** The price basis as text, ready to display. */
      told: z.string(),
    })
    .nullable(),
  /** The amount already credited by credit notes. */
  credited: decimal,
  /** Whether the line is a discount. Its amount is negative. */
  isDiscount: z.boolean(),
});

export const taxLine = z.strictObject({ name: z.string(), rate: decimal, amount: decimal });

export const wholeInvoice = z.strictObject({
  id,
  period: z.string(),
  company: z.string(),
  state: z.enum(invoiceStates),
  ...money,
  taxes: z.array(taxLine),
  /** Why no tax is charged. Null if the company's taxes apply. */
  taxNote: z.string().nullable(),
  documents: z.array(documentRow),
  /** Characters in the document's text that the PDF replaces with a placeholder. */
  unprintable: z.array(z.string()),
  lines: z.array(line),
});
