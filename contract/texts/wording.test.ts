import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '..', '..');

/** Expressions that texts must not contain, with their replacements (docs/glossary.md). */
const english: readonly [instead: string, expression: RegExp][] = [
  ['name the subject: nothing, no one, a user', /\b(?:no|some|any|every)body\b/i],
  ['a contraction', /\b(?:cannot|(?:is|are|was|were|do|does|did|has|have|will|would) not)\b/],
  ['email', /\be-mail/i],
  [
    'American spelling',
    /\b(?:catalogue|colour|licence|behaviour|cancell(?:ed|ing)|\w+ise[sd]?\b(?<!advise|advised|exercise|otherwise|precise|promise|[Rr]aise|[Rr]aised|revise|wise|enterprise|noise))/,
  ],
  ['hostname, username', /\b(?:host|user) names?\b/i],
  [
    'immediately, again, no longer, automatically',
    /\b(?:anew|any more|for good|by (?:itself|themselves))\b/,
  ],
  [
    'Trash, sub-account, calculate, fix, export',
    /\b(?:bin(?!\/)|child account|reckon|mend(?:ed|s)?|handed over|hand over)\b/i,
  ],
  ['two-factor authentication, second approval', /\bsecond (?:factor|step|person)\b/i],
  ['"Leave empty to …"', /\bEmpty: /],
  ['amount due, charge', /\bow(?:e|es|ed|ing)\b/],
];
const hebrew: typeof english = [
  ['טוקן', /אסימון/],
  ['תמונה', /דימוי/],
  ['אוטומטית', /(?<![א-ת])(?:מעצמ|מאלי)/],
  ['אימות, מאומת', /(?<![א-ת])(?:ו|ש|ל|ה)?(?:הוכח|להוכיח)/],
  ['דוא"ל', /(?<![א-ת])(?:אימייל|מייל)/],
  ['חשבון משנה', /(?:משתמש|חשבון) ה?בן(?![א-ת])/],
  ['אימות דו-שלבי', /(?:גורם|שלב) ה?שני(?![א-ת])/],
];

/**
 * Texts specified literally by the specification, and terms from the interfaces of other products.
 */
const fixedTexts = new Set([
  'errors.compatibleNameUnknown',
  'errors.compatibleNetworkUnknown',
  'errors.compatibleSubnetUnknown',
  'errors.emailNotAvailable',
  'errors.ipNotPermitted',
  'errors.notLoggedIn',
  'errors.notLoggedInAnymore',
  'errors.passwordRepeatMismatch',
  'errors.partnerUserNameRequired',
  'errors.pathDots',
  'errors.registrationClosed',
  'errors.tokenInvalid',
  'createClosed',
  'names.nameProblem.nameContainsCharactersNot',
  'paths.pathProblem.invalidDirectoryNameNot',
  'paths.pathProblem.moreDotsNot',
]);

const catalogs = (language: string) =>
  ['contract', 'drivers', 'server', 'slices', 'web'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => new RegExp(`(^|/)texts/(\\w+/)?${language}\\.json$`).test(path))
      .map((path) => join(project, folder, path)),
  );

function found(language: string, patterns: typeof english): string[] {
  return catalogs(language).flatMap((path) =>
    Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)
      .filter(([key]) => !fixedTexts.has(key))
      .flatMap(([key, message]) => {
        // Placeholder names aren't visible to users.
        const words = message.replace(/\{\w+(?:, (?:plural|select),)?/g, '{');
        return patterns
          .filter(([, expression]) => expression.test(words))
          .map(
            ([suggestion]) =>
              `${path.slice(project.length + 1)} ${key}: ${message} (${suggestion})`,
          );
      }),
  );
}

describe('texts use the terms of the glossary', () => {
  it('in English', () => expect(found('en', english)).toEqual([]));
  it('in Hebrew', () => expect(found('he', hebrew)).toEqual([]));
});
