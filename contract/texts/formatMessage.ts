import format, { type CompiledMessage } from 'icu-minify/format';

export type { CompiledMessage };

/** Plurals are selected by `count`, which is a number. */
export type MessageValues = Record<string, string | number> & { count?: number };

export interface MessageLocale {
  /** A BCP 47 tag. */
  tag: string;
  direction: 'ltr' | 'rtl';
}

/**
 * The message with its values. Names, addresses and sizes keep their own direction within a
 * right-to-left language: they are enclosed in first-strong-isolate marks. A placeholder without a
 * value stays as written, so that tests and users notice it.
 */
export function formatMessage(
  message: CompiledMessage,
  locale: MessageLocale,
  values: MessageValues = {},
): string {
  if (typeof message === 'string') return message;
  const placed = new Proxy(values, {
    has: () => true,
    get: (given, name: string) => {
      const value = given[name];
      if (value === undefined) return name === 'count' ? 0 : `{${name}}`;
      if (typeof value === 'number')
        return name === 'count' ? value : formatNumber(value, locale.tag);
      return locale.direction === 'rtl' ? `\u2068${value}\u2069` : value;
    },
  });
  return format(message, locale.tag, placed, { formatters }) as string;
}

/**
 * A small whole number is written alike in every supported language, and the first number format of
 * a page is slow.
 */
const formatNumber = (value: number, tag: string): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : value.toLocaleString(tag);

const pluralRules = new Map<string, Intl.PluralRules>();
const pluralRulesOf = (tag: string): Intl.PluralRules => {
  const rules = pluralRules.get(tag) ?? new Intl.PluralRules(tag);
  pluralRules.set(tag, rules);
  return rules;
};

const formatters: Parameters<typeof format>[3]['formatters'] = {
  getNumberFormat: (tag) =>
    ({ format: (value: number) => formatNumber(value, String(tag)) }) as Intl.NumberFormat,
  getPluralRules: (tag) => pluralRulesOf(String(tag)),
  getDateTimeFormat: (tag, options) => new Intl.DateTimeFormat(tag, options),
};
