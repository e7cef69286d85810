import { type Language, type LocalizedText, languages } from '../languages.ts';

const known = new Map<string, LocalizedText>();

/**
 * The message of a schema for an invalid value, given in every language. A schema stores only the
 * English text, from which `messageIn` finds the others.
 */
export function schemaMessage(text: LocalizedText): string {
  const stored = text[languages[0]];
  known.set(stored, text);
  return stored;
}

/**
 * The same for a message that contains part of the value and therefore isn't registered. Use it as
 * `addIssue({ code: 'custom', ...schemaIssue(text) })`.
 */
export const schemaIssue = (text: LocalizedText): { message: string; params: LocalizedText } => ({
  message: text[languages[0]],
  params: text,
});

/**
 * A schema's message in the language. Text that wasn't created with `schemaMessage` is returned
 * unchanged.
 */
export const messageIn = (text: string, language: Language): string =>
  known.get(text)?.[language] ?? text;
