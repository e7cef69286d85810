import type { Amount, Breakdown, Category, EInvoice } from './model.ts';
import type { Rule } from './rules.ts';

/**
 * One currency unit. The published rules allow a tax to deviate from its rate by this much, because
 * of rounding per line or per part.
 */
const unit = 10_000n;
const absolute = (amount: Amount): Amount => (amount < 0n ? -amount : amount);

/** A percentage as a whole number of thousandths. Rates have at most three decimals. */
function thousandths(rate: string | null): bigint {
  const [whole = '0', fraction = ''] = (rate ?? '0').split('.');
  return BigInt(whole) * 1000n + BigInt(fraction.slice(0, 3).padEnd(3, '0'));
}

/** In cents, rounded half away from zero like in the published rules. */
function taxOf({ taxable, rate }: Breakdown): Amount {
  const exactTax = absolute(taxable) * thousandths(rate);
  const oneCent = 100n * 100_000n;
  return ((exactTax + oneCent / 2n) / oneCent) * 100n;
}

const taxMatches = (part: Breakdown): boolean => absolute(absolute(part.tax) - taxOf(part)) < unit;

/**
 * The published rules require a VAT amount that rounds to zero for a rate that is rounded to zero.
 */
const taxMatchesRounded = (part: Breakdown): boolean =>
  taxMatches(part) && (thousandths(part.rate) >= 500n || absolute(part.tax) < unit / 2n);

const linesOf = ({ lines }: EInvoice, category: Category) =>
  lines.filter(({ vat }) => vat?.category === category);
const partsOf = ({ breakdown }: EInvoice, category: Category) =>
  breakdown.filter((part) => part.category === category);
const netOf = (lines: EInvoice['lines']): Amount =>
  lines.reduce((total, { net }) => total + net, 0n);

/** The rules that are the same for every category, with the category's code in their names. */
function categoryRules(category: Category, name: string): Rule[] {
  return [
    {
      ...{
        id: `BR-${category}-01`,
        says: `lines ${name} have a part of the VAT breakdown, and no part is without lines`,
      },
      holds: (invoice) =>
        linesOf(invoice, category).length > 0 === partsOf(invoice, category).length > 0,
    },
    {
      ...{ id: `BR-${category}-08`, says: `what is taxed ${name} is the sum of its lines` },
      holds: (invoice) =>
        partsOf(invoice, category).every(({ taxable, rate }) => {
          const taxed = linesOf(invoice, category).filter(({ vat }) => vat?.rate === rate);
          return taxable === netOf(taxed);
        }),
    },
  ];
}

const hasNumber = ({ seller }: EInvoice): boolean =>
  seller.vatNumber !== null || seller.taxRegistration !== null;
const hasNoLines = (invoice: EInvoice, category: Category) =>
  linesOf(invoice, category).length === 0;
const rateRule =
  (category: Category, matches: (rate: string | null) => boolean) => (invoice: EInvoice) =>
    linesOf(invoice, category).every(({ vat }) => matches(vat?.rate ?? null));

const standard: Rule[] = [
  ...categoryRules('S', 'at a rate'),
  {
    id: 'BR-S-02',
    says: 'the seller has a tax number',
    holds: (invoice) => hasNoLines(invoice, 'S') || hasNumber(invoice),
  },
  {
    id: 'BR-S-05',
    says: 'the rate of a line is above zero',
    holds: rateRule('S', (rate) => thousandths(rate) > 0n),
  },
  {
    id: 'BR-S-09',
    says: 'the VAT is the rate of what is taxed',
    holds: (invoice) => partsOf(invoice, 'S').every(taxMatches),
  },
  {
    id: 'BR-S-10',
    says: 'no reason for an exemption is given',
    holds: (invoice) => partsOf(invoice, 'S').every((part) => !part.exemption),
  },
];

const zeroRated: Rule[] = [
  ...categoryRules('Z', 'at zero'),
  {
    id: 'BR-Z-02',
    says: 'the seller has a tax number',
    holds: (invoice) => hasNoLines(invoice, 'Z') || hasNumber(invoice),
  },
  {
    id: 'BR-Z-05',
    says: 'the rate of a line is zero',
    holds: rateRule('Z', (rate) => rate !== null && thousandths(rate) === 0n),
  },
  {
    id: 'BR-Z-09',
    says: 'the VAT is zero',
    holds: (invoice) => partsOf(invoice, 'Z').every(({ tax }) => tax === 0n),
  },
  {
    id: 'BR-Z-10',
    says: 'no reason for an exemption is given',
    holds: (invoice) => partsOf(invoice, 'Z').every((part) => !part.exemption),
  },
];

/** Rules of categories without tax, which require an exemption reason. */
function untaxed(category: 'AE' | 'G', name: string): Rule[] {
  return [
    ...categoryRules(category, name),
    {
      id: `BR-${category}-05`,
      says: 'the rate of a line is zero',
      holds: rateRule(category, (rate) => rate !== null && thousandths(rate) === 0n),
    },
    {
      id: `BR-${category}-09`,
      says: 'the VAT is zero',
      holds: (invoice) => partsOf(invoice, category).every(({ tax }) => tax === 0n),
    },
    {
      id: `BR-${category}-10`,
      says: 'it says why',
      holds: (invoice) => partsOf(invoice, category).every((part) => part.exemption !== null),
    },
  ];
}

const reverseCharge: Rule[] = [
  ...untaxed('AE', 'by reverse charge'),
  {
    ...{ id: 'BR-AE-02', says: 'seller and buyer have tax numbers' },
    holds: (invoice) =>
      hasNoLines(invoice, 'AE') ||
      (hasNumber(invoice) &&
        (invoice.buyer.vatNumber !== null || invoice.buyer.registration !== null)),
  },
];

const exported: Rule[] = [
  ...untaxed('G', 'as an export'),
  {
    id: 'BR-G-02',
    says: 'the seller has a tax number',
    holds: (invoice) => hasNoLines(invoice, 'G') || hasNumber(invoice),
  },
];

const outOfScopeRules: Rule[] = [
  ...categoryRules('O', 'outside the scope of VAT'),
  {
    ...{ id: 'BR-O-02', says: 'nobody has a VAT number' },
    holds: (invoice) =>
      hasNoLines(invoice, 'O') ||
      (invoice.seller.vatNumber === null && invoice.buyer.vatNumber === null),
  },
  { id: 'BR-O-05', says: 'a line has no rate', holds: rateRule('O', (rate) => rate === null) },
  {
    id: 'BR-O-09',
    says: 'the VAT is zero',
    holds: (invoice) => partsOf(invoice, 'O').every(({ tax }) => tax === 0n),
  },
  {
    id: 'BR-O-10',
    says: 'it says why',
    holds: (invoice) => partsOf(invoice, 'O').every((part) => part.exemption !== null),
  },
  {
    ...{ id: 'BR-O-11', says: 'there is no other part of the VAT breakdown' },
    holds: (invoice) => partsOf(invoice, 'O').length === 0 || invoice.breakdown.length === 1,
  },
  {
    ...{ id: 'BR-O-12', says: 'there are no other lines' },
    holds: (invoice) =>
      partsOf(invoice, 'O').length === 0 || linesOf(invoice, 'O').length === invoice.lines.length,
  },
];

export const vatRules: readonly Rule[] = [
  {
    id: 'BR-CO-04',
    says: 'every line has one VAT category',
    holds: ({ lines }) => lines.every(({ vat }) => vat !== null),
  },
  {
    ...{ id: 'BR-CO-09', says: 'a VAT number begins with the letters of its country' },
    holds: ({ seller, buyer }) =>
      [seller, buyer].every(({ vatNumber }) => vatNumber === null || /^[A-Z]{2}./.test(vatNumber)),
  },
  {
    id: 'BR-CO-17',
    says: 'each VAT is the rate of what is taxed',
    holds: ({ breakdown }) => breakdown.every(taxMatchesRounded),
  },
  {
    id: 'BR-CO-18',
    says: 'there is a VAT breakdown',
    holds: ({ breakdown }) => breakdown.length > 0,
  },
  {
    id: 'BR-48',
    says: 'each part of the VAT breakdown has a rate',
    holds: ({ breakdown }) => breakdown.every(hasRate),
  },
  ...standard,
  ...zeroRated,
  ...reverseCharge,
  ...exported,
  ...outOfScopeRules,
];

function hasRate({ category, rate }: Breakdown): boolean {
  return category === 'O' || rate !== null;
}
