import type { Amount, EInvoice, EInvoiceParty, Period } from './model.ts';
import { vatRules } from './vatRules.ts';

/** A business rule of EN 16931-1:2017, identified by its name in the standard. */
export interface Rule {
  id: string;
  /** The requirement. */
  says: string;
  holds(invoice: EInvoice): boolean;
}

export const cent = 100n;
export const sum = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((total, amount) => total + amount, 0n);
const isPresent = (text: string | null): boolean => text !== null && text.trim() !== '';
const isDay = (text: string | null): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code);
const hasAddress = ({ address }: EInvoiceParty): boolean => Object.values(address).some(isPresent);
const isInOrder = ({ from, to }: Period): boolean => from <= to;

const document: Rule[] = [
  {
    id: 'BR-01',
    says: 'it names the norm it is written by',
    holds: (invoice) => isPresent(invoice.specification),
  },
  { id: 'BR-02', says: 'it has a number', holds: (invoice) => isPresent(invoice.number) },
  { id: 'BR-03', says: 'it has a day of issue', holds: (invoice) => isDay(invoice.issuedOn) },
  {
    id: 'BR-04',
    says: 'it says what kind of document it is',
    holds: (invoice) => /^\d{3}$/.test(invoice.type),
  },
  {
    id: 'BR-05',
    says: 'it has a currency of three letters',
    holds: (invoice) => /^[A-Z]{3}$/.test(invoice.currency),
  },
  { id: 'BR-06', says: 'the seller has a name', holds: ({ seller }) => isPresent(seller.name) },
  { id: 'BR-07', says: 'the buyer has a name', holds: ({ buyer }) => isPresent(buyer.name) },
  { id: 'BR-08', says: 'the seller has an address', holds: ({ seller }) => hasAddress(seller) },
  {
    id: 'BR-09',
    says: 'the address of the seller has a country',
    holds: ({ seller }) => isCountry(seller.address.country),
  },
  { id: 'BR-10', says: 'the buyer has an address', holds: ({ buyer }) => hasAddress(buyer) },
  {
    id: 'BR-11',
    says: 'the address of the buyer has a country',
    holds: ({ buyer }) => isCountry(buyer.address.country),
  },
  { id: 'BR-16', says: 'it has a line', holds: ({ lines }) => lines.length > 0 },
  { id: 'BR-29', says: 'the month ends after it begins', holds: ({ period }) => isInOrder(period) },
  {
    id: 'BR-49',
    says: 'how to pay has a code',
    holds: ({ payment }) => payment === null || isPresent(payment.means),
  },
  {
    id: 'BR-50',
    says: 'a transfer names an account',
    holds: ({ payment }) => payment === null || isPresent(payment.account),
  },
  {
    id: 'BR-55',
    says: 'a credit note names its invoice',
    holds: ({ type, preceding }) => type !== '381' || isPresent(preceding),
  },
  {
    id: 'BR-CO-25',
    says: 'what is to be paid is due on a day or by terms',
    holds: hasDueDateOrTerms,
  },
  {
    ...{ id: 'BR-CO-26', says: 'the seller has a number to be known by' },
    holds: ({ seller }) =>
      isPresent(seller.identifier) || isPresent(seller.registration) || isPresent(seller.vatNumber),
  },
];

function hasDueDateOrTerms({ totals, dueOn, terms }: EInvoice): boolean {
  return totals.payable <= 0n || isDay(dueOn) || isPresent(terms);
}

const lines: Rule[] = [
  { id: 'BR-21', says: 'every line has a number', holds: everyLine(({ id }) => isPresent(id)) },
  {
    id: 'BR-22',
    says: 'every line has a quantity',
    holds: everyLine(({ quantity }) => /^-?\d+(\.\d+)?$/.test(quantity)),
  },
  {
    id: 'BR-23',
    says: 'every quantity has a unit',
    holds: everyLine(({ unit }) => isPresent(unit)),
  },
  { id: 'BR-25', says: 'every line has a name', holds: everyLine(({ name }) => isPresent(name)) },
  {
    id: 'BR-27',
    says: 'no price is below zero',
    holds: everyLine(({ price }) => !price.startsWith('-')),
  },
  {
    id: 'BR-30',
    says: 'the days of a line are in order',
    holds: everyLine(({ period }) => isInOrder(period)),
  },
];

function everyLine(isValid: (line: EInvoice['lines'][number]) => boolean) {
  return (invoice: EInvoice): boolean => invoice.lines.every(isValid);
}

const hasCents = (amount: Amount): boolean => amount % cent === 0n;

const sums: Rule[] = [
  {
    ...{ id: 'BR-CO-10', says: 'the lines add up to their sum' },
    holds: ({ lines: all, totals }) => sum(all.map(({ net }) => net)) === totals.lines,
  },
  {
    id: 'BR-CO-13',
    says: 'the total before VAT is the sum of the lines',
    holds: ({ totals }) => totals.net === totals.lines,
  },
  {
    ...{ id: 'BR-CO-14', says: 'the VAT of the parts adds up' },
    holds: ({ breakdown, totals }) => sum(breakdown.map(({ tax }) => tax)) === totals.tax,
  },
  {
    id: 'BR-CO-15',
    says: 'the total is that before VAT and the VAT',
    holds: ({ totals }) => totals.total === totals.net + totals.tax,
  },
  {
    id: 'BR-CO-16',
    says: 'what is to be paid is the total',
    holds: ({ totals }) => totals.payable === totals.total,
  },
  {
    id: 'BR-DEC-09',
    says: 'the sum of the lines has two decimals',
    holds: ({ totals }) => hasCents(totals.lines),
  },
  {
    id: 'BR-DEC-12',
    says: 'the total before VAT has two decimals',
    holds: ({ totals }) => hasCents(totals.net),
  },
  {
    id: 'BR-DEC-13',
    says: 'the VAT has two decimals',
    holds: ({ totals }) => hasCents(totals.tax),
  },
  {
    id: 'BR-DEC-14',
    says: 'the total has two decimals',
    holds: ({ totals }) => hasCents(totals.total),
  },
  {
    id: 'BR-DEC-18',
    says: 'what is to be paid has two decimals',
    holds: ({ totals }) => hasCents(totals.payable),
  },
  {
    ...{ id: 'BR-DEC-19', says: 'what is taxed has two decimals' },
    holds: ({ breakdown }) => breakdown.every(({ taxable }) => hasCents(taxable)),
  },
  {
    id: 'BR-DEC-20',
    says: 'each VAT has two decimals',
    holds: ({ breakdown }) => breakdown.every(({ tax }) => hasCents(tax)),
  },
  {
    id: 'BR-DEC-23',
    says: 'the amounts of lines have two decimals',
    holds: everyLine(({ net }) => hasCents(net)),
  },
];

/** All rules, in the order they are reported. */
export const rules: readonly Rule[] = [...document, ...lines, ...sums, ...vatRules];

/** The rules that an invoice violates. Empty if it is a valid e-invoice. */
export const violatedRules = (invoice: EInvoice): Rule[] =>
  rules.filter((rule) => !rule.holds(invoice));
