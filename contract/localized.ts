import type { Language } from './languages.ts';

const known = new Map<string, Record<Language, string>>();

/**
 * The message of a schema for an invalid value, in every language. A schema stores only the English
 * text, from which `saidIn` finds the others.
 */
export function localized(en: string, he: string): string {
  known.set(en, { en, he });
  return en;
}

/**
 * The same with something of the value in it, which is not kept: for `addIssue({ code: 'custom',
 * ...localizedOnce(en, he) })`.
 */
export const localizedOnce = (
  en: string,
  he: string,
): { message: string; params: { he: string } } => ({
  message: en,
  params: { he },
});

/**
 * A schema's message in the language; text that wasn't created with `said` is returned unchanged.
 */
export const saidIn = (text: string, language: Language): string =>
  known.get(text)?.[language] ?? text;
