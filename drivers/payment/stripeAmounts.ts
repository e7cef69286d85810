import type { Coin } from './port.ts';

/**
 * Stripe counts these currencies in hundredths although they have no minor unit, or no longer one
 * of hundredths (docs: currencies, special cases).
 */
const countedInHundredths = new Set(['ISK', 'UGX', 'HUF', 'TWD']);
/** The amount with the number of digits that Stripe uses. */
export const stripeCoin = (coin: Coin): Coin =>
  countedInHundredths.has(coin.currency) ? { ...coin, digits: 2 } : coin;
const countedWhole = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '),
);
const countedInThousandths = new Set('BHD JOD KWD OMR TND'.split(' '));
/** The number of decimals in Stripe's amounts of a currency (docs: currencies). */
export const digitsOf = (currency: string): number =>
  countedWhole.has(currency) ? 0 : countedInThousandths.has(currency) ? 3 : 2;
