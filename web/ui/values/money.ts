import { leftToRight, locale } from '../../texts/texts.ts';
import { numberFormat } from './formats.ts';

const symbols: Record<string, string> = { USD: '$', EUR: '€', ILS: '₪', GBP: '£' };
const [rightToLeftMark, leftToRightMark, space] = ['\u200f', '\u200e', '\u00a0'];
const formats: Record<string, (sign: string, number: string, symbol: string) => string> = {
  'en-US': (sign, number, symbol) => `${sign}${symbol}${number}`,
  'he-IL': (sign, number, symbol) =>
    `${rightToLeftMark}${sign === '' ? '' : `${leftToRightMark}${sign}`}${number}${space}${rightToLeftMark}${symbol}`,
};

/**
 * Formats an amount from exact decimal text, with the currency's digits unless more are requested.
 * The common case is implemented here, because a page's first `Intl` number format takes longer
 * than rendering a list (the test ensures that both give the same result).
 */
export function formatMoney(
  amount: string,
  currency: string,
  maximumFractionDigits?: number,
): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  const write = formats[locale()];
  const symbol = symbols[currency];
  if (whole !== '' && write && symbol && maximumFractionDigits === undefined)
    return write(sign, `${grouped(whole)}.${fraction.padEnd(2, '0')}`, symbol);
  const options = maximumFractionDigits === undefined ? {} : { maximumFractionDigits };
  // Intl accepts decimal text, so no digits are lost by converting to a float.
  const formatted = numberFormat({ style: 'currency', currency, ...options }).format(
    amount as unknown as number,
  );
  // "US$" would be split in right-to-left text.
  return write ? formatted : leftToRight(formatted);
}

const grouped = (whole: string): string =>
  whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',');

const places = 4;
const units = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places));
};

/** The exact difference of two non-negative amounts with at most four decimals. */
export function remainingAmount(amount: string, spent: string): string {
  const digits = (units(amount) - units(spent)).toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
