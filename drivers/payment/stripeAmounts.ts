import type { Money } from './port.ts';

/**
 * Stripe counts these currencies in hundredths although they have no minor unit, or no longer one
 * of hundredths (docs: currencies, special cases).
 */
const twoDecimalCurrencies = new Set(['ISK', 'UGX', 'HUF', 'TWD']);
/** The amount with the number of digits that Stripe uses. */
export const stripeCurrency = (money: Money): Money =>
  twoDecimalCurrencies.has(money.currency) ? { ...money, digits: 2 } : money;
const zeroDecimalCurrencies = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const threeDecimalCurrencies = new Set('BHD JOD KWD OMR TND'.split(' '));
/** The number of decimals in Stripe's amounts of a currency (docs: currencies). */
export const digitsOf = (currency: string): number =>
  zeroDecimalCurrencies.has(currency) ? 0 : threeDecimalCurrencies.has(currency) ? 3 : 2;
