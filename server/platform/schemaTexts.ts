import * as z from 'zod';
import type { Language } from '../../contract/languages.ts';
import { saidIn } from '../../contract/said.ts';

const generic = { en: z.locales.en().localeError, he: z.locales.he().localeError } satisfies Record<Language, unknown>;
const missing: Record<Language, string> = { en: 'This is missing', he: 'ערך זה חסר' };

type Texts = (issue: z.core.$ZodRawIssue) => ReturnType<(typeof generic)['en']>;
const textsIn =
  (language: Language): Texts =>
  (issue) =>
    issue.code === 'invalid_type' && issue.input === undefined ? missing[language] : generic[language](issue);

/** How a schema says what is wrong with a value where it has no words of its own, in each language. */
export const schemaTexts = { en: textsIn('en'), he: textsIn('he') } satisfies Record<Language, unknown>;

/** What a schema found wrong, in the language: its own words, or the general ones. A value that is missing is named. */
export function schemaProblem(issue: z.core.$ZodIssue, language: Language): string {
  const own = issue.code === 'custom' ? issue.params?.[language] : undefined;
  if (typeof own === 'string') return own;
  const text = saidIn(issue.message, language);
  return text === missing[language] && issue.path.length > 0 ? `${text}: ${issue.path.join('.')}` : text;
}
