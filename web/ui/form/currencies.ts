import { locale } from '../../texts/texts.ts';

/** The most common currencies, which are listed first. */
const common = ['USD', 'EUR', 'ILS', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY'];

/**
 * All currencies, for every currency field, so that sites, companies and price lists offer the same
 * ones.
 */
export function currencyOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' });
  return [...new Set([...common, ...Intl.supportedValuesOf('currency')])].map((code) => ({
    value: code,
    label: `${code} · ${names.of(code)}`,
  }));
}
