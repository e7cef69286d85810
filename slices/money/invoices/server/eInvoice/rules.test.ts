import { describe, expect, it } from 'vitest';
import type { Regime } from '../tax/regime.ts';
import { samplePrintable } from '../testing/samplePrintable.ts';
import { findEInvoiceFaults } from './files.ts';
import { type EInvoice, eInvoiceOf } from './model.ts';
import { rules, violatedRules } from './rules.ts';

type Corrupt = (invoice: EInvoice) => void;
const ids = (invoice: EInvoice) => violatedRules(invoice).map(({ id }) => id);

const standard = () => eInvoiceOf(samplePrintable(3));
const zeroRated = () => eInvoiceOf(withTaxes([{ name: 'VAT', rate: '0', amount: '0' }]));
const outOfScopeInvoice = () => eInvoiceOf(withTaxes([]));
const reverseCharge = () => eInvoiceOf(withTaxes([], 'reverseCharge'));
const exportInvoice = () => eInvoiceOf(withTaxes([], 'export'));
const creditNote = () => eInvoiceOf(creditNoteDocument());

function withTaxes(
  taxes: { name: string; rate: string; amount: string }[],
  regime: Regime = 'home',
) {
  const printable = samplePrintable(3);
  return {
    ...printable,
    tax: '0',
    total: printable.net,
    facts: { ...printable.facts, taxes, regime },
  };
}

function creditNoteDocument() {
  const printable = samplePrintable(3);
  const lines = printable.lines.map((line) => ({ ...line, amount: `-${line.amount}` }));
  const negated = {
    net: `-${printable.net}`,
    tax: `-${printable.tax}`,
    total: `-${printable.total}`,
    dueOn: null,
    reason: 'Was down',
  };
  return {
    ...printable,
    ...negated,
    kind: 'creditNote' as const,
    lines,
    facts: { ...printable.facts, about: 'INV-41' },
  };
}

const firstLine = (invoice: EInvoice) => invoice.lines[0] as EInvoice['lines'][number];
const firstBreakdown = (invoice: EInvoice) => invoice.breakdown[0] as EInvoice['breakdown'][number];
const emptyAddress = { street: '', city: '', postalCode: '', region: '', country: '' };

describe('documents issued by the portal', () => {
  it.each([
    ['with VAT', standard],
    ['with VAT of zero', zeroRated],
    ['without any', outOfScopeInvoice],
    ['by reverse charge', reverseCharge],
    ['as an export', exportInvoice],
    ['taken back', creditNote],
  ])('comply with every rule: %s', (_case, make) => {
    expect(ids(make())).toEqual([]);
  });

  it('have positive amounts and name the invoice when they are credit notes', () => {
    const { totals, lines, preceding, type, terms } = creditNote();
    expect([totals.total > 0n, lines.every(({ net }) => net > 0n), preceding, type]).toEqual([
      true,
      true,
      'INV-41',
      '381',
    ]);
    expect(terms).toBe('Credited to the customer’s account.');
  });

  it.each([
    ['Ticket #abc# was right', 'Ticket # abc# was right'],
    ['#12 and #345#', '#12 and #345#'],
    ['Item #7', 'Item #7'],
  ])('have no note text that is parsed as a subject code (BR-CL-08): %s', (reason, note) => {
    expect(eInvoiceOf({ ...samplePrintable(1), reason }).note).toBe(note);
  });

  it.each([
    [
      'a buyer without a country',
      { buyer: { ...samplePrintable(1).facts.buyer, country: '' } },
      ['BR-11'],
    ],
    [
      'two taxes at once',
      { taxes: [1, 2].map((n) => ({ name: `Tax ${n}`, rate: '9', amount: '0.27' })) },
      ['BR-CO-04'],
    ],
    [
      'a seller without a number',
      { seller: { ...samplePrintable(1).facts.seller, taxNumber: '' } },
      ['BR-CO-26', 'BR-S-02'],
    ],
  ])('are not e-invoices with %s', (_case, override, expected) => {
    const printable = samplePrintable(3);
    const violations = findEInvoiceFaults({
      ...printable,
      facts: { ...printable.facts, ...override },
    });
    for (const id of expected)
      expect(violations.some((fault) => fault.startsWith(`${id}: `))).toBe(true);
  });

  it('are not e-invoices in currencies with three decimals', () => {
    const printable = samplePrintable(1, {
      currency: 'KWD',
      decimals: 3,
      net: '1.0010',
      tax: '0.1800',
      total: '1.1810',
    });
    printable.lines[0] = {
      ...(printable.lines[0] as (typeof printable.lines)[number]),
      amount: '1.0010',
    };
    expect(ids(eInvoiceOf(printable))).toEqual([
      'BR-DEC-09',
      'BR-DEC-12',
      'BR-DEC-14',
      'BR-DEC-18',
      'BR-DEC-19',
      'BR-DEC-23',
    ]);
  });
});

/**
 * For every rule, a change that violates it. The document has no other violations, except
 * consequences of this one.
 */
const corruptions: Record<string, [() => EInvoice, Corrupt]> = {
  'BR-01': [standard, (invoice) => Object.assign(invoice, { specification: '' })],
  'BR-02': [standard, (invoice) => Object.assign(invoice, { number: ' ' })],
  'BR-03': [standard, (invoice) => Object.assign(invoice, { issuedOn: '2030-13-01' })],
  'BR-04': [standard, (invoice) => Object.assign(invoice, { type: '' })],
  'BR-05': [standard, (invoice) => Object.assign(invoice, { currency: '€' })],
  'BR-06': [standard, (invoice) => Object.assign(invoice.seller, { name: '' })],
  'BR-07': [standard, (invoice) => Object.assign(invoice.buyer, { name: '' })],
  'BR-08': [standard, (invoice) => Object.assign(invoice.seller, { address: emptyAddress })],
  'BR-09': [standard, (invoice) => Object.assign(invoice.seller.address, { country: 'D' })],
  'BR-10': [standard, (invoice) => Object.assign(invoice.buyer, { address: emptyAddress })],
  'BR-11': [standard, (invoice) => Object.assign(invoice.buyer.address, { country: '' })],
  'BR-16': [standard, (invoice) => Object.assign(invoice, { lines: [] })],
  'BR-21': [standard, (invoice) => Object.assign(firstLine(invoice), { id: '' })],
  'BR-22': [standard, (invoice) => Object.assign(firstLine(invoice), { quantity: 'one' })],
  'BR-23': [standard, (invoice) => Object.assign(firstLine(invoice), { unit: '' })],
  'BR-25': [standard, (invoice) => Object.assign(firstLine(invoice), { name: '' })],
  'BR-27': [standard, (invoice) => Object.assign(firstLine(invoice), { price: '-0.01' })],
  'BR-29': [
    standard,
    (invoice) => Object.assign(invoice, { period: { from: '2030-04-30', to: '2030-04-01' } }),
  ],
  'BR-30': [
    standard,
    (invoice) =>
      Object.assign(firstLine(invoice), { period: { from: '2030-04-30', to: '2030-04-01' } }),
  ],
  'BR-48': [standard, (invoice) => Object.assign(firstBreakdown(invoice), { rate: null })],
  'BR-49': [standard, (invoice) => Object.assign(invoice.payment ?? {}, { means: '' })],
  'BR-50': [standard, (invoice) => Object.assign(invoice.payment ?? {}, { account: '' })],
  'BR-55': [creditNote, (invoice) => Object.assign(invoice, { preceding: null })],
  'BR-CO-04': [standard, (invoice) => Object.assign(firstLine(invoice), { vat: null })],
  'BR-CO-09': [standard, (invoice) => Object.assign(invoice.seller, { vatNumber: '123456789' })],
  'BR-CO-10': [standard, (invoice) => Object.assign(firstLine(invoice), { net: 200n })],
  'BR-CO-13': [
    standard,
    (invoice) => Object.assign(invoice.totals, { net: invoice.totals.net + 100n }),
  ],
  'BR-CO-14': [
    standard,
    (invoice) =>
      Object.assign(firstBreakdown(invoice), { tax: firstBreakdown(invoice).tax + 100n }),
  ],
  'BR-CO-15': [
    standard,
    (invoice) => Object.assign(invoice.totals, { total: invoice.totals.total + 100n }),
  ],
  'BR-CO-16': [standard, (invoice) => Object.assign(invoice.totals, { payable: 100n })],
  'BR-CO-17': [
    standard,
    (invoice) =>
      Object.assign(firstBreakdown(invoice), { tax: firstBreakdown(invoice).tax + 10_000n }),
  ],
  'BR-CO-18': [standard, (invoice) => Object.assign(invoice, { breakdown: [] })],
  'BR-CO-25': [standard, (invoice) => Object.assign(invoice, { dueOn: null })],
  'BR-CO-26': [standard, (invoice) => Object.assign(invoice.seller, { vatNumber: null })],
  'BR-DEC-09': [
    standard,
    (invoice) => Object.assign(invoice.totals, { lines: invoice.totals.lines + 1n }),
  ],
  'BR-DEC-12': [
    standard,
    (invoice) => Object.assign(invoice.totals, { net: invoice.totals.net + 1n }),
  ],
  'BR-DEC-13': [
    standard,
    (invoice) => Object.assign(invoice.totals, { tax: invoice.totals.tax + 1n }),
  ],
  'BR-DEC-14': [
    standard,
    (invoice) => Object.assign(invoice.totals, { total: invoice.totals.total + 1n }),
  ],
  'BR-DEC-18': [
    standard,
    (invoice) => Object.assign(invoice.totals, { payable: invoice.totals.payable + 1n }),
  ],
  'BR-DEC-19': [
    standard,
    (invoice) =>
      Object.assign(firstBreakdown(invoice), { taxable: firstBreakdown(invoice).taxable + 1n }),
  ],
  'BR-DEC-20': [
    standard,
    (invoice) => Object.assign(firstBreakdown(invoice), { tax: firstBreakdown(invoice).tax + 1n }),
  ],
  'BR-DEC-23': [standard, (invoice) => Object.assign(firstLine(invoice), { net: 10_001n })],
  'BR-S-01': [standard, (invoice) => Object.assign(firstBreakdown(invoice), { category: 'Z' })],
  'BR-S-02': [standard, (invoice) => Object.assign(invoice.seller, { vatNumber: null })],
  'BR-S-05': [
    standard,
    (invoice) => Object.assign(firstLine(invoice), { vat: { category: 'S', rate: '0' } }),
  ],
  'BR-S-08': [standard, (invoice) => Object.assign(firstBreakdown(invoice), { taxable: 100n })],
  'BR-S-09': [standard, (invoice) => Object.assign(firstBreakdown(invoice), { tax: 90_000n })],
  'BR-S-10': [
    standard,
    (invoice) => Object.assign(firstBreakdown(invoice), { exemption: { code: 'X', reason: 'x' } }),
  ],
  'BR-Z-01': [zeroRated, (invoice) => Object.assign(firstBreakdown(invoice), { category: 'S' })],
  'BR-Z-02': [zeroRated, (invoice) => Object.assign(invoice.seller, { vatNumber: null })],
  'BR-Z-05': [
    zeroRated,
    (invoice) => Object.assign(firstLine(invoice), { vat: { category: 'Z', rate: '5' } }),
  ],
  'BR-Z-08': [zeroRated, (invoice) => Object.assign(firstBreakdown(invoice), { taxable: 100n })],
  'BR-Z-09': [zeroRated, (invoice) => Object.assign(firstBreakdown(invoice), { tax: 100n })],
  'BR-Z-10': [
    zeroRated,
    (invoice) => Object.assign(firstBreakdown(invoice), { exemption: { code: 'X', reason: 'x' } }),
  ],
  'BR-AE-01': [
    reverseCharge,
    (invoice) => Object.assign(firstBreakdown(invoice), { category: 'Z' }),
  ],
  'BR-AE-02': [reverseCharge, (invoice) => Object.assign(invoice.buyer, { vatNumber: null })],
  'BR-AE-05': [
    reverseCharge,
    (invoice) => Object.assign(firstLine(invoice), { vat: { category: 'AE', rate: '5' } }),
  ],
  'BR-AE-08': [
    reverseCharge,
    (invoice) => Object.assign(firstBreakdown(invoice), { taxable: 100n }),
  ],
  'BR-AE-09': [reverseCharge, (invoice) => Object.assign(firstBreakdown(invoice), { tax: 100n })],
  'BR-AE-10': [
    reverseCharge,
    (invoice) => Object.assign(firstBreakdown(invoice), { exemption: null }),
  ],
  'BR-G-01': [
    exportInvoice,
    (invoice) => Object.assign(firstBreakdown(invoice), { category: 'Z' }),
  ],
  'BR-G-02': [exportInvoice, (invoice) => Object.assign(invoice.seller, { vatNumber: null })],
  'BR-G-05': [
    exportInvoice,
    (invoice) => Object.assign(firstLine(invoice), { vat: { category: 'G', rate: '5' } }),
  ],
  'BR-G-08': [
    exportInvoice,
    (invoice) => Object.assign(firstBreakdown(invoice), { taxable: 100n }),
  ],
  'BR-G-09': [exportInvoice, (invoice) => Object.assign(firstBreakdown(invoice), { tax: 100n })],
  'BR-G-10': [
    exportInvoice,
    (invoice) => Object.assign(firstBreakdown(invoice), { exemption: null }),
  ],
  'BR-O-01': [
    outOfScopeInvoice,
    (invoice) => Object.assign(firstBreakdown(invoice), { category: 'Z', rate: '0' }),
  ],
  'BR-O-02': [
    outOfScopeInvoice,
    (invoice) => Object.assign(invoice.buyer, { vatNumber: 'FR12345678901' }),
  ],
  'BR-O-05': [
    outOfScopeInvoice,
    (invoice) => Object.assign(firstLine(invoice), { vat: { category: 'O', rate: '0' } }),
  ],
  'BR-O-08': [
    outOfScopeInvoice,
    (invoice) => Object.assign(firstBreakdown(invoice), { taxable: 100n }),
  ],
  'BR-O-09': [
    outOfScopeInvoice,
    (invoice) => Object.assign(firstBreakdown(invoice), { tax: 100n }),
  ],
  'BR-O-10': [
    outOfScopeInvoice,
    (invoice) => Object.assign(firstBreakdown(invoice), { exemption: null }),
  ],
  'BR-O-11': [
    outOfScopeInvoice,
    (invoice) => invoice.breakdown.push({ ...firstBreakdown(zeroRated()), taxable: 0n }),
  ],
  'BR-O-12': [
    outOfScopeInvoice,
    (invoice) => Object.assign(firstLine(invoice), { vat: { category: 'Z', rate: '0' } }),
  ],
};

describe('a rule', () => {
  it('is tested exactly once for each name', () => {
    expect(Object.keys(corruptions).sort()).toEqual(rules.map(({ id }) => id).sort());
  });

  it.each(Object.entries(corruptions))('%s detects the violation', (id, [make, spoil]) => {
    const invoice = make();
    expect(ids(invoice)).toEqual([]);
    spoil(invoice);
    expect(ids(invoice)).toContain(id);
  });

  it('allows the VAT of a category to differ by less than one currency unit, as line-by-line rounding produces', () => {
    const invoice = standard();
    const part = firstBreakdown(invoice);
    for (const difference of [9_900n, -9_900n])
      expect(ids({ ...invoice, breakdown: [{ ...part, tax: part.tax + difference }] })).toEqual([
        'BR-CO-14',
      ]);
    expect(ids({ ...invoice, breakdown: [{ ...part, tax: part.tax + 10_000n }] })).toEqual([
      'BR-CO-14',
      'BR-CO-17',
      'BR-S-09',
    ]);
  });
});
