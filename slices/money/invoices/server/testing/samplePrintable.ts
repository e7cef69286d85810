import type { Brand } from '../documents/brand.ts';
import type { Printable, PrintableLine } from '../documents/printable.ts';

export const defaultBrand: Brand = { systemName: 'Example Cloud', accent: '#0062cc', logo: null };

/**
 * An invoice with `count` lines of 1.00, 1.01 and so on, with 18 % VAT. `changes` override its
 * fields.
 */
export function samplePrintable(
  count: number,
  changes: Partial<Printable> = {},
  facts: Partial<Printable['facts']> = {},
): Printable {
  const lines: PrintableLine[] = Array.from({ length: count }, (_, index) => ({
    ...{
      subject: `server-${String(index + 1).padStart(4, '0')}`,
      item: 'cpu.B',
      from: '2030-04-03',
      to: '2030-04-30',
    },
    amount: `${((100 + index) / 100).toFixed(2)}00`,
  }));
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const tax = Math.round(cents * 0.18);
  const amountText = (amount: number) => `${(amount / 100).toFixed(2)}00`;
  return {
    ...{
      id: '7c0c6d1e-4a54-4a5c-8a04-6f1d1b6f0001',
      siteId: '7c0c6d1e-4a54-4a5c-8a04-6f1d1b6f0002',
      kind: 'invoice',
      number: 'INV-2030-000042',
    },
    ...{
      issuedAt: new Date('2030-05-02T08:00:00Z'),
      issuedOn: '2030-05-02',
      dueOn: '2030-06-01',
      currency: 'EUR',
      decimals: 2,
    },
    ...{
      net: amountText(cents),
      tax: amountText(tax),
      total: amountText(cents + tax),
      language: 'en',
      reason: '',
      allocation: null,
      lines,
    },
    facts: {
      period: '2030-04',
      seller: {
        ...{
          id: '7c0c6d1e-4a54-4a5c-8a04-6f1d1b6f0003',
          legalName: 'Example & Sons GmbH',
          street: '1 Example Street',
          city: 'Berlin',
        },
        ...{
          region: '',
          postalCode: '10115',
          country: 'DE',
          taxNumber: '123456788',
          currency: 'EUR',
          series: 'INV',
          numberFormat: '{number}',
        },
        ...{
          paymentDays: 30,
          bankName: 'Example Bank',
          bankHolder: 'Example & Sons GmbH',
          bankAccount: 'DE02120300000000202051',
        },
        ...{ bankSwift: 'BYLADEM1001' },
      },
      buyer: {
        ...{
          email: 'buyer@example.test',
          number: 'K-17',
          kind: 'company',
          name: 'Buyer <Ltd>',
          street: '2 Example Street',
          city: 'Paris',
        },
        ...{ region: '', postalCode: '75001', country: 'FR', taxNumber: '12345678901' },
      },
      taxes: [{ name: 'VAT', rate: '18', amount: (tax / 100).toFixed(2) }],
      items: {
        'cpu.B': {
          title: { en: 'Processor B', he: 'מעבד B', ar: 'Processor B' },
          unit: { en: 'hour', he: 'שעה', ar: 'hour' },
        },
      },
      ...facts,
    },
    ...changes,
  };
}
