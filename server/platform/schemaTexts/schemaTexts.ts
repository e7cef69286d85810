import type * as z from 'zod';
import { messageIn } from '../../../contract/fields/schemaMessage.ts';
import {
  eachLanguage,
  type Language,
  type LocalizedText,
  languages,
} from '../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { defaultText } from './schemaDefaults.ts';

const missing: LocalizedText = localize('missing');

type IssueFormatter = (issue: z.core.$ZodRawIssue) => string;
const textsIn =
  (language: Language): IssueFormatter =>
  (issue) =>
    issue.code === 'invalid_type' && issue.input === undefined
      ? missing[language]
      : defaultText(issue)[language];

/** Default messages for invalid values in each language. */
const schemaTexts = eachLanguage(textsIn);

/**
 * A schema's own message in the language, or the default one. Includes the name of a missing value.
 */
function issueMessage(issue: z.core.$ZodIssue, language: Language): string {
  const customMessage = issue.code === 'custom' ? issue.params?.[language] : undefined;
  if (typeof customMessage === 'string') return customMessage;
  const text = messageIn(issue.message, language);
  return text === missing[language] && issue.path.length > 0
    ? localize('missingNamed', { field: issue.path.join('.') })[language]
    : text;
}

export interface SchemaProblem {
  issue: z.core.$ZodIssue;
  problem: LocalizedText;
}

/** Maximum number of problems reported per value. */
const maxProblems = 20;

/**
 * Returns the problems of an invalid value in each language. The schema runs once per language, but
 * only for invalid values.
 */
export function schemaProblems(schema: z.ZodType, value: unknown): SchemaProblem[] {
  const found = Object.fromEntries(
    languages.map((language) => [
      language,
      schema.safeParse(value, { error: schemaTexts[language] }).error?.issues ?? [],
    ]),
  ) as Record<Language, z.core.$ZodIssue[]>;
  return found.en.slice(0, maxProblems).map((issue, index) => ({
    issue,
    problem: eachLanguage((language) => issueMessage(found[language][index] ?? issue, language)),
  }));
}
