import type { Language, LocalizedText } from '../../../../../contract/languages.ts';
import { byLanguage } from '../../../../../contract/texts/localizer.ts';
import { localize } from '../../texts/localize.ts';
import type { Regime } from '../tax/regime.ts';
import type { Printable } from './printable.ts';

/** The labels and notes of a printed document, by language. */
const printedLabels = byLanguage({
  invoice: localize('printed.invoice'),
  taxInvoice: localize('printed.taxInvoice'),
  creditNote: localize('printed.creditNote'),
  about: localize('printed.about'),
  number: localize('printed.number'),
  issued: localize('printed.issued'),
  due: localize('printed.due'),
  period: localize('printed.period'),
  from: localize('printed.from'),
  to: localize('printed.to'),
  taxNumber: localize('printed.taxNumber'),
  customerNumber: localize('printed.customerNumber'),
  what: localize('printed.what'),
  time: localize('printed.time'),
  amount: localize('printed.amount'),
  net: localize('printed.net'),
  total: localize('printed.total'),
  reason: localize('printed.reason'),
  pay: localize('printed.pay'),
  holder: localize('printed.holder'),
  bank: localize('printed.bank'),
  account: localize('printed.account'),
  swift: localize('printed.swift'),
  reference: localize('printed.reference'),
  print: localize('printed.print'),
  page: localize('printed.page'),
  credited: localize('printed.credited'),
  sentBack: localize('printed.sentBack'),
  reverseCharge: localize('printed.reverseCharge'),
  outside: localize('printed.outside'),
  export: localize('printed.export'),
  allocation: localize('printed.allocation'),
  notDeductible: localize('printed.notDeductible'),
  notHandedOut: localize('printed.notHandedOut'),
});
export type DocumentLabels = (typeof printedLabels)[Language];

export const labelsOf = (language: Language): DocumentLabels => printedLabels[language];

/** Item code and title of a late fee line. */
export const feeItem = 'lateFee';
export const feeTitle: LocalizedText = localize('feeTitle');

/**
 * The purpose of a transaction. `%s` is the month name, or the invoice that a credit note reverses.
 */
export const bookedFor = {
  month: localize('bookedFor.month'),
  creditNote: localize('bookedFor.creditNote'),
} as const satisfies Record<string, LocalizedText>;

/** Item code and title of a manual charge line. Its purpose is the line's subject. */
export const chargeItem = 'charge';
export const chargeTitle: LocalizedText = localize('chargeTitle');

/** The title of the document. */
export function titleOf({ kind, facts, language }: Printable): string {
  const documentLabels = labelsOf(language);
  if (kind === 'creditNote') return documentLabels.creditNote;
  return facts.taxes.length > 0 ? documentLabels.taxInvoice : documentLabels.invoice;
}

/** Why the document has no tax, in the statutory wording. Null if the company's taxes apply. */
export const taxNoteOf = (regime: Regime, language: Language): string | null =>
  regime === 'home' ? null : labelsOf(language)[regime];

/** Each tax with its name, rate and amount. Amounts are negative on a credit note. */
export const formatTaxes = ({ kind, facts }: Printable): [string, string][] =>
  facts.taxes.map(({ name, rate, amount }) => [
    `${name} ${rate}%`,
    kind === 'creditNote' && amount !== '0' ? `-${amount}` : amount,
  ]);

/** The number assigned by the tax authority, as printed. Null for a document without one. */
export const allocationNumberOf = ({ allocation }: Printable): string | null =>
  allocation?.number ?? null;

/**
 * A note for the buyer on a document without a number from the tax authority. Null when there is
 * none.
 */
export function allocationNoteOf({ allocation, language }: Printable): string | null {
  if (allocation?.state === 'continued') return labelsOf(language).notDeductible;
  return allocation?.isHeld ? labelsOf(language).notHandedOut : null;
}
