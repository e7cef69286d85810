import { locale } from '../../texts/texts.ts';

/**
 * Formatters for the user's language, created once each, because creating one takes longer than
 * using it a hundred times.
 */
const cache = new Map<string, unknown>();

function cachedFormat<F>(kind: string, options: object, createFormat: (language: string) => F): F {
  const language = locale();
  const key = `${kind} ${language} ${JSON.stringify(options)}`;
  let format = cache.get(key) as F | undefined;
  if (!format) {
    format = createFormat(language);
    cache.set(key, format);
  }
  return format;
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  cachedFormat('number', options, (language) => new Intl.NumberFormat(language, options));

export const momentFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cachedFormat('moment', options, (language) => new Intl.DateTimeFormat(language, options));

/** The names of countries by their codes. */
export const regionFormat = (): Intl.DisplayNames =>
  cachedFormat('region', {}, (language) => new Intl.DisplayNames(language, { type: 'region' }));

export const relativeFormat = (options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  cachedFormat('relative', options, (language) => new Intl.RelativeTimeFormat(language, options));
