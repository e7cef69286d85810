import type { Language } from '../../../contract/languages.ts';
import { localize } from '../texts.ts';
import type { Printable } from './printable.ts';
import type { Regime } from './regime.ts';

/** What stands on a printed document besides its facts. */
const english = {
  invoice: 'Invoice',
  taxInvoice: 'Tax invoice',
  creditNote: 'Credit note',
  about: 'for invoice {number}',
  number: 'Number',
  issued: 'Date',
  due: 'Due date',
  period: 'Month',
  from: 'From',
  to: 'To',
  taxNumber: 'Tax number',
  customerNumber: 'Customer number',
  what: 'Description',
  time: 'From – to',
  amount: 'Amount',
  net: 'Before tax',
  total: 'Total',
  reason: 'Reason',
  pay: 'Pay by transfer',
  holder: 'Account holder',
  bank: 'Bank',
  account: 'Account',
  swift: 'BIC',
  reference: 'Reference',
  print: 'Print it with the browser, or download it as PDF.',
  page: 'Page {page} of {pages}',
  /** How a credit note is paid, in its structured form. */
  credited: 'Credited to the customer’s account.',
  sentBack: 'Sent back to the customer.',
  reverseCharge:
    'Reverse charge: the customer accounts for the VAT (article 196 of Directive 2006/112/EC).',
  outside: 'Not subject to VAT: supplied outside its territory.',
  export: 'No VAT is charged: export.',
  allocation: 'Allocation number',
  notDeductible:
    'The tax authority gave no allocation number for this document: the buyer may not deduct its VAT.',
  notHandedOut: 'DRAFT: this document waits for the tax authority and must not be handed out.',
};
export type Words = typeof english;

const hebrew: Words = {
  invoice: 'חשבונית',
  taxInvoice: 'חשבונית מס',
  creditNote: 'חשבונית זיכוי',
  about: 'עבור חשבונית {number}',
  number: 'מספר',
  issued: 'תאריך',
  due: 'לתשלום עד',
  period: 'חודש',
  from: 'מאת',
  to: 'לכבוד',
  taxNumber: 'מספר מס',
  customerNumber: 'מספר לקוח',
  what: 'פירוט',
  time: 'מ – עד',
  amount: 'סכום',
  net: 'לפני מס',
  total: 'סך הכול',
  reason: 'סיבה',
  pay: 'תשלום בהעברה',
  holder: 'בעל החשבון',
  bank: 'בנק',
  account: 'חשבון',
  swift: 'BIC',
  reference: 'אסמכתה',
  print: 'ניתן להדפיס מן הדפדפן או להוריד כ-PDF.',
  page: 'עמוד {page} מתוך {pages}',
  credited: 'נזקף לזכות חשבון הלקוח.',
  sentBack: 'הושב ללקוח ככסף.',
  reverseCharge: 'Reverse charge – חיוב הפוך: הלקוח משלם את המע"מ (סעיף 196 להנחיה 2006/112/EC).',
  outside: 'לא חל מע"מ: השירות ניתן מחוץ לתחום המס.',
  export: 'לא נגבה מע"מ: יצוא.',
  allocation: 'מספר הקצאה',
  notDeductible: 'רשות המסים לא נתנה מספר הקצאה למסמך זה: הקונה אינו רשאי לנכות את המע"מ שבו.',
  notHandedOut: 'טיוטה: מסמך זה ממתין לרשות המסים ואין למסור אותו.',
};

export const wordsOf = (language: Language): Words => (language === 'he' ? hebrew : english);

/** The item of a late fee's line, and what it is called. */
export const feeItem = 'lateFee';
export const feeTitle: Record<Language, string> = localize('feeTitle');

/**
 * The purpose of a transaction. `%s` is the month name, or the invoice that a credit note reverses.
 */
export const bookedFor = {
  month: localize('bookedFor.month'),
  creditNote: localize('bookedFor.creditNote'),
} as const satisfies Record<string, Record<Language, string>>;

/**
 * The item of the line of a charge by hand, and what it is called; what it is for is its subject.
 */
export const chargeItem = 'charge';
export const chargeTitle: Record<Language, string> = localize('chargeTitle');

/** What the document is called. */
export function titleOf({ kind, facts, language }: Printable): string {
  const words = wordsOf(language);
  if (kind === 'creditNote') return words.creditNote;
  return facts.taxes.length > 0 ? words.taxInvoice : words.invoice;
}

/**
 * Why no tax stands on the document, as the law wants it said; null where the company's taxes hold.
 */
export const taxNoteOf = (regime: Regime, language: Language): string | null =>
  regime === 'home' ? null : wordsOf(language)[regime];

/** Each tax by name and rate with its amount, below zero on a credit note. */
export const shownTaxes = ({ kind, facts }: Printable): [string, string][] =>
  facts.taxes.map(({ name, rate, amount }) => [
    `${name} ${rate}%`,
    kind === 'creditNote' && amount !== '0' ? `-${amount}` : amount,
  ]);

/** The number of the tax authority as it is printed; null for a document without one. */
export const allocationNumberOf = ({ allocation }: Printable): string | null =>
  allocation?.number ?? null;

/**
 * A note for the buyer on a document without a number from the tax authority. Null when there is
 * none.
 */
export function allocationNoteOf({ allocation, language }: Printable): string | null {
  if (allocation?.state === 'continued') return wordsOf(language).notDeductible;
  return allocation?.isHeld ? wordsOf(language).notHandedOut : null;
}
