import { defaultPrices } from '../../../../slices/money/pricing/server/defaultPrices.ts';
import {
  decimalText,
  fraction,
  multiply,
  rounded,
} from '../../../../slices/money/pricing/server/testing/fraction.ts';
import type { DatedPrices } from '../../../../slices/money/pricing/server/testing/referenceCalculator.ts';

export interface Tax {
  name: string;
  /** In percent. */
  rate: string;
  validFrom: string;
  /** The last valid day. */
  validTo: string | null;
}

/** A reseller, with its own site, company, currency, calendar, taxes, and prices. */
export interface Reseller {
  name: string;
  country: string;
  city: string;
  taxNumber: string;
  currency: string;
  timeZone: string;
  taxes: Tax[];
  prices: DatedPrices[];
}

/** The year that the test simulates. The price lists are created in the days before. */
export const year = 2025;
const before = Date.UTC(year - 1, 11, 20) / 1000;

/** All prices multiplied by a factor, with eight decimals as in a price list. */
const priced = (factor: string): DatedPrices['items'] => {
  const scaled = (price: string | null) =>
    price === null ? null : decimalText(rounded(multiply(fraction(price), fraction(factor)), 8), 8);
  return defaultPrices.map((price) => ({
    ...price,
    hourly: scaled(price.hourly),
    monthly: scaled(price.monthly),
  }));
};

export const resellers: readonly Reseller[] = [
  {
    ...{
      name: 'Carmel Clouds',
      country: 'IL',
      city: 'Haifa',
      taxNumber: '510000003',
      currency: 'ILS',
      timeZone: 'Asia/Jerusalem',
    },
    // The tax rate rises in the middle of the year.
    taxes: [
      { name: 'VAT', rate: '17', validFrom: '2020-01-01', validTo: `${year}-06-30` },
      { name: 'VAT', rate: '18', validFrom: `${year}-07-01`, validTo: null },
    ],
    prices: [
      { from: before, items: priced('3.7') },
      { from: Date.UTC(year, 5, 17, 13) / 1000, items: priced('3.915') },
    ],
  },
  {
    ...{
      name: 'Spree Hosting',
      country: 'DE',
      city: 'Berlin',
      taxNumber: 'DE136695976',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
    },
    taxes: [{ name: 'MwSt.', rate: '19', validFrom: '2020-01-01', validTo: null }],
    prices: [
      { from: before, items: priced('0.93') },
      // In the hour that is skipped when daylight saving time starts.
      { from: Date.UTC(year, 2, 30, 1) / 1000, items: priced('0.9137') },
    ],
  },
  {
    ...{
      name: 'Hudson Servers',
      country: 'US',
      city: 'New York',
      taxNumber: '12-3456789',
      currency: 'USD',
      timeZone: 'America/New_York',
    },
    // Two taxes on one net amount, each rounded separately.
    taxes: [
      { name: 'State tax', rate: '4', validFrom: '2020-01-01', validTo: null },
      { name: 'City tax', rate: '4.875', validFrom: '2020-01-01', validTo: null },
    ],
    prices: [{ from: before, items: priced('1') }],
  },
];
