import * as z from 'zod';
import { decimal, id, integerText, moment } from '../../../../contract/endpoint.ts';
import { schemaMessage } from '../../../../contract/fields/schemaMessage.ts';
import { allocationMark } from '../../allocations/contract.ts';
import { localize } from '../texts/localize.ts';

/** A calendar month of the sites' own time zones. */
export const period = z
  .string()
  .trim()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
    message: schemaMessage(localize('invalid.message.enterMonthExample2030')),
  });

export const ofPeriod = z.strictObject({ companyId: id, period });

export const ofCustomer = z.strictObject({ ...ofPeriod.shape, customerId: id });

export const lineId = integerText({ min: 1, max: 999_999_999_999_999 });

export const invoiceStates = ['draft', 'blocked', 'empty', 'issued'] as const;

/** The reason of an invoice: the usage of a month, or something without a month. */
export const invoiceOrigins = ['month', 'lateFee', 'charge'] as const;

export const documentKinds = ['invoice', 'creditNote'] as const;

/** `failed`: the task was abandoned. Its log contains the reason. */
export const runStates = ['none', 'running', 'stopped', 'failed', 'done'] as const;

/** A blocker or a warning of an invoice. */
export const fault = z.strictObject({
  code: z.string(),
  /** It keeps the invoice from being issued. */
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
  /** Of the document; null before it is issued. */
  number: z.string().nullable(),
  documentId: id.nullable(),
  /** The document keeps the rules of EN 16931; false before it is issued. */
  isEInvoice: z.boolean(),
});

/** `kept`: no mail server is connected. */
export const mailed = z.strictObject({
  /** Of the last time it was put into the outbox. */
  state: z.enum(['waiting', 'sent', 'kept', 'failed']),
  to: z.string(),
  /** When it last left; null: never yet. */
  sentAt: moment.nullable(),
});

/**
 * `open` beside a document: what of it is unpaid, all payments allotted to the oldest first; null
 * of a credit note.
 */
export const documentRow = z.strictObject({
  id,
  invoiceId: id,
  kind: z.enum(documentKinds),
  number: z.string(),
  period: z.string(),
  /** Of a credit note: of its invoice. */
  origin: z.enum(invoiceOrigins),
  issuedAt: moment,
  dueOn: z.iso.date().nullable(),
  ...money,
  reason: z.string(),
  /**
   * It keeps the rules of EN 16931: there is UBL of it, and the PDF has the structured invoice
   * inside.
   */
  isEInvoice: z.boolean(),
  /** How it went to the customer by mail; null: it was not mailed. */
  mailed: mailed.nullable(),
  /** How it stands with the tax authority; null of one that needs no number of it. */
  allocation: allocationMark.nullable(),
});

/** What is asked for under the same key again is the same credit note. */
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
  /** The owner, when it isn't the customer itself. */
  owner: z.string().nullable(),
  item: z.string(),
  title: z.string(),
  from: moment,
  to: moment,
  amount: decimal,
  currency: z.string(),
  /**
   * How it was priced; null of a discount, a late fee, a charge by hand, and of lines of before
   * this was kept.
   */
  had: z
    .strictObject({
      /** How much of the item there was at once, in its unit; null: it changed. */
      quantity: decimal.nullable(),
      unit: z.string(),
      /** Hours, or months for monthly items. Null when both billing modes occurred. */
      times: decimal.nullable(),
      /** Of one unit; null: several prices took part. */
      unitPrice: decimal.nullable(),
      /**
       * `limit`: its hours cost the most they can in a month, the unit price; `purchase`,
       * `counted`: the price is paid once.
       */
      pricedBy: z.enum(['hour', 'limit', 'month', 'purchase', 'counted', 'several']),
      /** The complete text. */
      told: z.string(),
    })
    .nullable(),
  /** What credit notes took back of it already. */
  credited: decimal,
  /** It takes something off the others; its amount is below zero. */
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
  /** Why no tax is charged; null where the company’s taxes hold. */
  taxNote: z.string().nullable(),
  documents: z.array(documentRow),
  /** Characters in the documents’ texts that their PDF replaces with a sign. */
  unprintable: z.array(z.string()),
  lines: z.array(line),
});
