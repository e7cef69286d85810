import { locale } from '../../texts/texts.ts';

/**
 * Formatters for the user's language, created once each, because creating one takes longer than
 * using it a hundred times.
 */
const made = new Map<string, unknown>();

function keep<F>(kind: string, options: object, make: (language: string) => F): F {
  const language = locale();
  const key = `${kind} ${language} ${JSON.stringify(options)}`;
  let format = made.get(key) as F | undefined;
  if (!format) {
    format = make(language);
    made.set(key, format);
  }
  return format;
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  keep('number', options, (language) => new Intl.NumberFormat(language, options));

export const momentFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keep('moment', options, (language) => new Intl.DateTimeFormat(language, options));

/** The names of countries by their codes. */
export const regionFormat = (): Intl.DisplayNames =>
  keep('region', {}, (language) => new Intl.DisplayNames(language, { type: 'region' }));

export const relativeFormat = (options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  keep('relative', options, (language) => new Intl.RelativeTimeFormat(language, options));
