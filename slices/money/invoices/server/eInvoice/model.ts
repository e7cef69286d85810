import { vatIdentifier } from '../../../companies/server/index.ts';
import { allocationNoteOf, allocationNumberOf, labelsOf } from '../documents/labels.ts';
import { type Printable, priceBasisTextOf } from '../documents/printable.ts';
import type { Regime } from '../tax/regime.ts';
import { pricedAs } from './pricedAs.ts';

/** An amount in ten-thousandths of the document's currency unit, the precision of the database. */
export type Amount = bigint;

/**
 * VAT categories of our documents (UNTDID 5305): standard rate, zero rate, reverse charge, export,
 * outside the scope of VAT.
 */
export type Category = 'S' | 'Z' | 'AE' | 'G' | 'O';

export interface Vat {
  category: Category;
  /** In percent. Null outside the scope of VAT. */
  rate: string | null;
}

export interface EInvoiceParty {
  name: string;
  /** BT-29, BT-46: the identifier of the party. */
  identifier: string | null;
  /** BT-47: the registration number, if it isn't an EU VAT number. */
  registration: string | null;
  /** BT-31, BT-48 */
  vatNumber: string | null;
  /** BT-32: the tax registration of a seller outside the EU. */
  taxRegistration: string | null;
  email: string | null;
  address: { street: string; city: string; postalCode: string; region: string; country: string };
}

export interface EInvoiceLine {
  id: string;
  name: string;
  description: string;
  /** BT-129, decimal text. */
  quantity: string;
  /** BT-130, by UN/ECE Recommendation 20; C62 is "one". */
  unit: string;
  /** BT-146: price of one unit, as decimal text with all digits. */
  price: string;
  net: Amount;
  period: Period;
  /** Null if more than one VAT would apply. */
  vat: Vat | null;
}

/** ISO 8601 dates. The end date is inclusive. */
export interface Period {
  from: string;
  to: string;
}

export interface Breakdown extends Vat {
  taxable: Amount;
  tax: Amount;
  exemption: { code: string; reason: string } | null;
}

/**
 * The part of the semantic model of EN 16931-1:2017 that our documents use. Amounts of credit notes
 * are positive.
 */
export interface EInvoice {
  /** BT-24 */
  specification: string;
  number: string;
  issuedOn: string;
  dueOn: string | null;
  /** UNTDID 1001: 380 invoice, 381 credit note. */
  type: '380' | '381';
  currency: string;
  note: string;
  /** BT-20 */
  terms: string | null;
  /** BT-25: for a credit note, the number of the invoice. */
  preceding: string | null;
  period: Period;
  seller: EInvoiceParty;
  buyer: EInvoiceParty;
  /** BG-16: 30 is a credit transfer (UNTDID 4461). */
  payment: {
    means: string;
    reference: string;
    account: string;
    holder: string;
    bic: string;
  } | null;
  lines: EInvoiceLine[];
  breakdown: Breakdown[];
  totals: { lines: Amount; net: Amount; tax: Amount; total: Amount; payable: Amount };
}

const scale = 4;

/** Converts without using floats. */
export function amountOf(text: string): Amount {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return sign === '-' ? -units : units;
}

/**
 * An invoice document or credit note in terms of the standard's semantic model. `brokenRules`
 * checks whether it complies.
 */
export function eInvoiceOf(document: Printable): EInvoice {
  const { kind, facts, number, language } = document;
  const isCredit = kind === 'creditNote';
  const amount = (text: string) => (isCredit ? -amountOf(text) : amountOf(text));
  const vatRates = facts.taxes.map(
    ({ rate }): Vat => ({ category: Number(rate) === 0 ? 'Z' : 'S', rate }),
  );
  const untaxed = withoutTax[facts.regime ?? 'home'];
  const vat: Vat | null = vatRates.length > 1 ? null : (vatRates[0] ?? untaxed);
  const period = monthOf(facts.period);
  const [net, tax, total] = [amount(document.net), amount(document.tax), amount(document.total)];
  const taxes = facts.taxes.map((one, index) => ({
    ...(vatRates[index] as Vat),
    tax: amountOf(one.amount),
  }));
  return {
    ...{
      specification: 'urn:cen.eu:en16931:2017',
      number,
      issuedOn: document.issuedOn,
      dueOn: document.dueOn,
      type: isCredit ? '381' : '380',
    },
    ...{
      currency: document.currency,
      note: noteOf(document),
      period,
      preceding: facts.about ?? null,
    },
    terms: isCredit ? labelsOf(language)[facts.isSentBack ? 'sentBack' : 'credited'] : null,
    seller: sellerOf(document, vat?.category ?? 'S'),
    buyer: buyerOf(document, vat?.category ?? 'S'),
    payment: isCredit ? null : paymentOf(document),
    lines: document.lines.map((line, index) => {
      const net = amount(line.amount);
      const name = facts.items[line.item]?.title[language] ?? line.item;
      const description = [line.subject, priceBasisTextOf(document, line)]
        .filter((part) => part !== '')
        .join(': ');
      const days = { from: clampDay(line.from, period), to: clampDay(line.to, period) };
      return {
        id: String(index + 1),
        name,
        description,
        ...pricedAs(document, line),
        net,
        period: days,
        vat,
      };
    }),
    breakdown: (taxes.length > 0 ? taxes : [{ ...untaxed, tax: 0n }]).map((one) => ({
      ...one,
      taxable: net,
      exemption: exemptionOf(one.category),
    })),
    totals: { lines: net, net, tax, total, payable: total },
  };
}

/**
 * BT-22: the reason of the document and the note of the tax authority. The standard has no
 * dedicated field for them.
 */
function noteOf(document: Printable): string {
  const number = allocationNumberOf(document);
  const allocationLine =
    number === null ? null : `${labelsOf(document.language).allocation}: ${number}`;
  return withoutSubject(
    [document.reason, allocationLine, allocationNoteOf(document)].filter(Boolean).join(' '),
  );
}

/**
 * In UBL, three letters between `#` signs are parsed as a note subject code (BR-CL-08). User text
 * must not contain this pattern.
 */
const withoutSubject = (note: string): string => note.replace(/^([^#]*#)([^#]{3}#)/, '$1 $2');

/**
 * The VAT category of a sale without tax. Within the seller's country it's outside the scope of
 * VAT.
 */
const withoutTax: Record<Regime, Vat> = {
  home: { category: 'O', rate: null },
  outside: { category: 'O', rate: null },
  reverseCharge: { category: 'AE', rate: '0' },
  export: { category: 'G', rate: '0' },
};

/** The reason for not charging tax, from the European Commission's VATEX code list. */
const exemptions: Partial<Record<Category, Breakdown['exemption']>> = {
  AE: { code: 'VATEX-EU-AE', reason: 'Reverse charge' },
  G: { code: 'VATEX-EU-G', reason: 'Export outside the EU' },
  O: { code: 'VATEX-EU-O', reason: 'Not subject to VAT' },
};
const exemptionOf = (category: Category): Breakdown['exemption'] => exemptions[category] ?? null;

function monthOf(month: string): Period {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  return {
    from: `${month}-01`,
    to: new Date(Date.UTC(year, monthNumber, 0)).toISOString().slice(0, 10),
  };
}

/**
 * Limits a day to the period: a line that ends with the month ends on its last day instead of the
 * next one.
 */
const clampDay = (day: string, { from, to }: Period): string =>
  day < from ? from : day > to ? to : day;

type Address = EInvoiceParty['address'];
const addressOf = ({ street, city, postalCode, region, country }: Address): Address => ({
  street,
  city,
  postalCode,
  region,
  country,
});

/**
 * An EU VAT number is stated as such. Elsewhere, and outside the scope of VAT, it's the seller's
 * registration number.
 */
function sellerOf({ facts: { seller } }: Printable, category: Category): EInvoiceParty {
  const vatNumber = category === 'O' ? null : vatIdentifier(seller);
  const plainTaxNumber = vatNumber === null && seller.taxNumber !== '' ? seller.taxNumber : null;
  return {
    ...{
      name: seller.legalName,
      identifier: plainTaxNumber,
      registration: null,
      vatNumber,
      email: null,
      address: addressOf(seller),
    },
    taxRegistration: category === 'O' ? null : plainTaxNumber,
  };
}

function buyerOf({ facts: { buyer } }: Printable, category: Category): EInvoiceParty {
  const euVatIdentifier = buyer.kind === 'company' ? vatIdentifier(buyer) : null;
  const registration =
    buyer.kind === 'company' && euVatIdentifier === null && buyer.taxNumber !== ''
      ? buyer.taxNumber
      : null;
  return {
    ...{
      name: buyer.name,
      identifier: buyer.number,
      registration,
      taxRegistration: null,
      email: buyer.email,
      address: addressOf(buyer),
    },
    vatNumber: category === 'O' ? null : euVatIdentifier,
  };
}

function paymentOf({ number, facts: { seller } }: Printable): EInvoice['payment'] {
  if (seller.bankAccount === '') return null;
  return {
    means: '30',
    reference: number,
    account: seller.bankAccount,
    holder: seller.bankHolder,
    bic: seller.bankSwift,
  };
}
