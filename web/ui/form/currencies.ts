import { locale } from '../../texts/texts.ts';

/** The most common currencies, which come first. */
const common = ['USD', 'EUR', 'ILS', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'];

/**
 * Every currency there is, for any field that asks for one: sites, companies and price lists offer
 * the same.
 */
export function currencyOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' });
  return [...new Set([...common, ...Intl.supportedValuesOf('currency')])].map((code) => ({
    value: code,
    label: `${code} · ${names.of(code)}`,
  }));
}
