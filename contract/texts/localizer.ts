import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { eachLanguage, type Language, type LocalizedText, languages } from '../languages.ts';
import { type CompiledMessage, formatMessage } from './formatMessage.ts';

/** The value of a placeholder: the same in every language, or given for each language. */
export type LocalizedValue = string | number | LocalizedText | ((language: Language) => string);

/**
 * Returns a reader for the catalogs `<language>.json` in a folder, which contain ICU messages by
 * key:
 * `localize('stepFailed', { reason })`. The reader returns the message in every language, with
 * English
 * for missing translations. Placeholders without a value are kept and filled later.
 */
export function localizer<English extends Record<string, string>>(folder: string) {
  const catalogs = eachLanguage((language) => read(join(folder, `${language}.json`)));
  const compiled = new Map<string, CompiledMessage>();
  const compiledOnce = (message: string): CompiledMessage => {
    const compiledMessage = compiled.get(message) ?? compile(message);
    compiled.set(message, compiledMessage);
    return compiledMessage;
  };
  return (
    key: keyof English & string,
    values: Record<string, LocalizedValue> = {},
  ): LocalizedText =>
    eachLanguage((language) => {
      const message = catalogs[language][key] ?? catalogs[languages[0]][key];
      if (message === undefined) throw new Error(`There is no message ${key} in ${folder}.`);
      const localizedValues = Object.entries(values).map(
        ([name, value]) => [name, inLanguage(value, language)] as const,
      );
      return formatMessage(
        compiledOnce(message),
        language,
        Object.fromEntries(localizedValues),
        String,
      );
    });
}

/** Several related texts by language, such as the subject and body of an email. */
export const byLanguage = <Part extends string>(
  parts: Record<Part, LocalizedText>,
): Record<Language, Record<Part, string>> =>
  eachLanguage(
    (language) =>
      Object.fromEntries(
        Object.entries<LocalizedText>(parts).map(([part, text]) => [part, text[language]]),
      ) as Record<Part, string>,
  );

/** A language without a catalog in this folder uses English. */
const read = (path: string): Record<string, string> =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {};

function inLanguage(value: LocalizedValue, language: Language): string | number {
  if (typeof value === 'function') return value(language);
  return typeof value === 'object' ? value[language] : value;
}
