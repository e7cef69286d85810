import { rightTitles } from '../access/rightTitles.ts';
import { allErrors, allResourceNames } from '../index.ts';
import type { Language, LocalizedText } from '../languages.ts';
import type { Code, CodeName, Codes } from './codes.ts';
import type { DeclaredError } from './declaredError.ts';
import type { MessageValues } from './errors.ts';

/** Status and texts of every error, by name. */
export const messages: Record<CodeName, DeclaredError<Code>> = allErrors;

/** The number of every error, by name. */
export const code = Object.fromEntries(
  Object.entries(messages).map(([name, declared]) => [name, declared.code]),
) as Codes;

/**
 * Fills in the placeholders of an error's text in a language. Unknown placeholders stay visible so
 * that tests find them.
 */
export function render(name: CodeName, language: Language, values: MessageValues = {}): string {
  const { texts } = messages[name];
  // The last placeholder can be empty if a sentence has no addition.
  return texts[language]
    .replace(/\{(\w+)\}/g, (match, key: string) => formatValue(key, values[key], language) ?? match)
    .trimEnd();
}

/** Placeholders that are filled with one of several known texts. */
const terms: Record<string, Record<string, LocalizedText>> = {
  what: allResourceNames,
  right: rightTitles,
};

function formatValue(
  key: string,
  value: MessageValues[string] | undefined,
  language: Language,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'object') return value[language];
  return terms[key]?.[value]?.[language] ?? String(value);
}
