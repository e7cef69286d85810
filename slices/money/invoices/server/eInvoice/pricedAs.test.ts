import { expect, it } from 'vitest';
import type { PriceBasis } from '../documents/priceBasis.ts';
import type { Printable, PrintableLine } from '../documents/printable.ts';
import { documentKinds } from '../testing/kinds.ts';
import { pricedAs } from './pricedAs.ts';

const document = documentKinds['of lines that say quantities and prices'] as Printable;
const credit = documentKinds['a credit note of lines that say quantities and prices'] as Printable;
const formatPrice = ({ quantity, unit, price }: ReturnType<typeof pricedAs>) =>
  `${quantity} ${unit} ${price}`;

it('an e-invoice line has its quantity in hours, months, gigabytes or pieces, and the unit price', () => {
  const expected = [
    '720 HUR 0.02',
    '0.516129032258 MON 10.5',
    '1 MON 8.4',
    '120 E34 0.01',
    '2 C62 15.505',
    '1 C62 3.0000',
  ];
  expect(document.lines.map((line) => formatPrice(pricedAs(document, line)))).toEqual(expected);
  expect(credit.lines.map((line) => formatPrice(pricedAs(credit, line)))).toEqual(expected);
});

it.each<[string, string, PriceBasis | null]>([
  [
    'doesn’t add up to the amount',
    '14.4100',
    { quantity: '4', times: '720', unitPrice: '0.005', pricedBy: 'hour' },
  ],
  ['was taken back in part', '7.2000', null],
  [
    'changed its quantity',
    '14.4000',
    { quantity: null, times: '720', unitPrice: null, pricedBy: 'several' },
  ],
])('a line is one piece at its amount when its price basis %s', (_case, amount, basis) => {
  const line: PrintableLine = {
    subject: 'web',
    item: 'ram.gb',
    from: '2030-04-03',
    to: '2030-05-01',
    amount,
    had: basis,
  };
  expect(formatPrice(pricedAs(document, line))).toBe(`1 C62 ${amount}`);
});

it('a reduction is a negative quantity of one, in an invoice and in a credit note', () => {
  const line: PrintableLine = {
    subject: 'A discount',
    item: 'discount',
    from: '2030-04-03',
    to: '2030-05-01',
    amount: '-2.0000',
  };
  expect(formatPrice(pricedAs(document, line))).toBe('-1 C62 2.0000');
  expect(formatPrice(pricedAs(credit, { ...line, amount: '2.0000' }))).toBe('-1 C62 2.0000');
});
