import type { Printable } from '../documents/printable.ts';
import type { Regime } from '../tax/regime.ts';
import { samplePrintable } from './samplePrintable.ts';

const printable = samplePrintable(3);
const { facts } = printable;
type Facts = Printable['facts'];

const withFacts = (changes: Partial<Facts>): Printable => ({
  ...printable,
  facts: { ...facts, ...changes },
});
const withSeller = (changes: Partial<Facts['seller']>): Printable =>
  withFacts({ seller: { ...facts.seller, ...changes } });
const withBuyer = (changes: Partial<Facts['buyer']>): Printable =>
  withFacts({ buyer: { ...facts.buyer, ...changes } });
const untaxed = (regime: Regime, changes: Partial<Facts> = {}): Printable => ({
  ...withFacts({ taxes: [], regime, ...changes }),
  ...{ tax: '0', total: printable.net },
});

/** An invoice with a discount of 2.00 on lines of 3.03. */
const discounted: Printable = {
  ...withFacts({ taxes: [{ name: 'VAT', rate: '18', amount: '0.19' }] }),
  ...{ net: '1.0300', tax: '0.1900', total: '1.2200' },
  lines: [
    ...printable.lines,
    {
      subject: 'A discount',
      item: 'discount',
      from: '2030-04-01',
      to: '2030-04-30',
      amount: '-2.0000',
    },
  ],
};

const negate = (amount: string): string =>
  amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

/** A credit note for a whole document. */
const creditNoteOf = (document: Printable): Printable => ({
  ...{ ...document, kind: 'creditNote', dueOn: null, reason: 'Was <down> & out' },
  ...{ net: negate(document.net), tax: negate(document.tax), total: negate(document.total) },
  lines: document.lines.map((line) => ({ ...line, amount: negate(line.amount) })),
  facts: { ...document.facts, about: 'INV-41' },
});

/**
 * An invoice with one line per pricing method, with amounts of 14.40, 5.42, 8.40, 1.20, 31.01 and
 * 3.00.
 */
const priced: Printable = {
  ...withFacts({
    taxes: [{ name: 'VAT', rate: '18', amount: '11.42' }],
    items: {
      ...facts.items,
      'ram.gb': {
        title: { en: 'Memory', he: 'זיכרון', ar: 'Memory' },
        unit: { en: 'GB', he: 'GB', ar: 'GB' },
      },
      'overage.traffic': {
        title: {
          en: 'Traffic beyond the package',
          he: 'תעבורה מעבר לחבילה',
          ar: 'Traffic beyond the package',
        },
        unit: { en: 'GB', he: 'GB', ar: 'GB' },
      },
      'image.office': {
        title: { en: 'Office', he: 'Office', ar: 'Office' },
        unit: { en: 'server', he: 'שרת', ar: 'server' },
      },
    },
  }),
  ...{ net: '63.4300', tax: '11.4200', total: '74.8500' },
  lines: (
    [
      ['ram.gb', '14.4000', { quantity: '4', times: '720', unitPrice: '0.005', pricedBy: 'hour' }],
      [
        'ram.gb',
        '5.4200',
        { quantity: '5', times: '0.516129032258', unitPrice: '2.1', pricedBy: 'month' },
      ],
      ['ram.gb', '8.4000', { quantity: '4', times: '744', unitPrice: '2.1', pricedBy: 'limit' }],
      [
        'overage.traffic',
        '1.2000',
        { quantity: '120', times: '1', unitPrice: '0.01', pricedBy: 'counted' },
      ],
      [
        'image.office',
        '31.0100',
        { quantity: '2', times: '1', unitPrice: '15.505', pricedBy: 'purchase' },
      ],
      ['ram.gb', '3.0000', { quantity: null, times: '30', unitPrice: null, pricedBy: 'several' }],
    ] as const
  ).map(([item, amount, basis], index) => ({
    subject: `web-${index + 1}`,
    item,
    amount,
    had: basis,
    from: '2030-04-03',
    to: '2030-04-30',
  })),
};

const israel = { country: 'IL', taxNumber: '510000003' };
const america = { country: 'US', region: 'NY', taxNumber: '12-3456789' };
const invoices: Record<string, Printable> = {
  'with VAT': printable,
  'with VAT of zero': untaxed('home', { taxes: [{ name: 'VAT', rate: '0', amount: '0' }] }),
  'without any tax': untaxed('home'),
  'by reverse charge': untaxed('reverseCharge'),
  'as an export': untaxed('export', { buyer: { ...facts.buyer, ...america } }),
  'outside the scope': untaxed('outside'),
  'with a discount': discounted,
  'of lines that say quantities and prices': priced,
  'in Israel, in its money': {
    ...withFacts({ seller: { ...facts.seller, ...israel }, buyer: { ...facts.buyer, ...israel } }),
    currency: 'ILS',
  },
  'from Israel to America': withFacts({
    seller: { ...facts.seller, ...israel },
    buyer: { ...facts.buyer, ...america },
  }),
  'of a Greek seller': withSeller({ country: 'GR', taxNumber: '094014201' }),
  'without a bank account': withSeller({ bankAccount: '', bankSwift: '', bankHolder: '' }),
  'with an account that is no IBAN': withSeller({ bankAccount: '10-123-4567890' }),
  'to a person': withBuyer({ kind: 'person', taxNumber: '' }),
  'of sixty lines': samplePrintable(60),
};

/** All kinds of documents that the portal issues as e-invoices, by their distinguishing feature. */
export const documentKinds: Readonly<Record<string, Printable>> = {
  ...invoices,
  ...Object.fromEntries(
    Object.entries(invoices).map(([name, document]) => [
      `a credit note ${name}`,
      creditNoteOf(document),
    ]),
  ),
};
