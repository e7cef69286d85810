import format, { type CompiledMessage } from 'icu-minify/format';

export type { CompiledMessage };

/** Plurals are selected by `count`, which must be a number. */
export type MessageValues = Record<string, string | number> & { count?: number };

/**
 * Returns the message with its values, in the language of the tag. `write` converts a value to
 * text. The number `count` is inserted without formatting, unless the message formats it (`#`,
 * `{count, number}`). A placeholder without a value stays visible, so that tests and users notice
 * it.
 */
export function formatMessage(
  message: CompiledMessage,
  tag: string,
  values: MessageValues,
  write: (value: string | number) => string,
): string {
  if (typeof message === 'string') return message;
  const localizedValues = new Proxy(values, {
    has: () => true,
    get: (values, name: string) => {
      const value = values[name];
      if (value === undefined) return `{${name}}`;
      return name === 'count' ? value : write(value);
    },
  });
  return format(message, tag, localizedValues, {
    formatters: {
      getNumberFormat: () => ({ format: write }) as unknown as Intl.NumberFormat,
      getPluralRules: (language) => pluralRulesOf(String(language)),
      getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    },
  }) as string;
}

const pluralRules = new Map<string, Intl.PluralRules>();
function pluralRulesOf(tag: string): Intl.PluralRules {
  const rules = pluralRules.get(tag) ?? new Intl.PluralRules(tag);
  pluralRules.set(tag, rules);
  return rules;
}
