import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { languageFacts, languages } from '../languages.ts';

const project = join(import.meta.dirname, '..', '..');

type Messages = Record<string, string>;
type Elements = ReturnType<typeof parse>;

/** Every catalog of English messages: `…/texts/en.json`, or `…/texts/<area>/en.json`. */
const catalogs = ['contract', 'drivers', 'server', 'slices', 'web']
  .flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(project, folder, path),
    ),
  )
  .filter((path) => /\/texts\/(\w+\/)?en\.json$/.test(path));

const read = (path: string): Messages => JSON.parse(readFileSync(path, 'utf8')) as Messages;

/**
 * The code that reads a message catalog, in addition to the web app: that of its area. The
 * platform's messages are read by the whole server.
 */
function adjacentSource(catalog: string): string {
  const area = catalog.replace(/\/(platform\/)?texts\/.*$/, '');
  return readdirSync(area, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/^(web|texts)\/|\.test\.ts$/.test(path))
    .map((path) => readFileSync(join(area, path), 'utf8'))
    .join('\n');
}

/**
 * The placeholders of a message, except for a plural's count, which a plural form can spell out.
 */
function placeholdersIn(elements: Elements): string[] {
  const names = elements.flatMap((element) => {
    if (element.type === TYPE.plural || element.type === TYPE.select)
      return Object.values(element.options).flatMap(({ value }) => placeholdersIn(value));
    return element.type === TYPE.literal || element.type === TYPE.pound ? [] : [element.value];
  });
  return [...new Set(names)].filter((name) => name !== 'count').sort();
}

/** The placeholders by which plurals are selected. */
const pluralVariables = (elements: Elements): string[] =>
  elements.flatMap((element) =>
    element.type === TYPE.plural
      ? [element.value]
      : element.type === TYPE.select
        ? Object.values(element.options).flatMap(({ value }) => pluralVariables(value))
        : [],
  );

it('finds the catalogs', () => {
  const found = catalogs.map((path) => relative(project, path));
  expect(found).toContain('web/texts/common/en.json');
  expect(found).toContain('slices/operations/queue/web/texts/en.json');
  expect(found).toContain('slices/operations/queue/texts/en.json');
});

describe.each(catalogs.map((path) => [relative(project, path), path] as const))(
  '%s',
  (name, path) => {
    const english = read(path);
    const translations = languages
      .filter((language) => language !== 'en')
      .map((language) => [language, path.replace(/en\.json$/, `${language}.json`)] as const)
      .filter(([language, file]) => languageFacts[language].isComplete || existsSync(file))
      .map(([language, file]) => [language, read(file)] as const);

    it('has the same keys in every language, unless a language isn’t complete', () => {
      for (const [language, messages] of translations) {
        const unknown = Object.keys(messages).filter((key) => !(key in english));
        const missing = Object.keys(english).filter((key) => !(key in messages));
        expect([language, unknown]).toEqual([language, []]);
        if (languageFacts[language].isComplete) expect([language, missing]).toEqual([language, []]);
      }
    });

    it('has a message for every key, with the same placeholders in every language', () => {
      for (const [language, messages] of translations)
        for (const [key, translation] of Object.entries(messages)) {
          const message = english[key] ?? '';
          expect([key, message.trim() !== '', translation.trim() !== '']).toEqual([
            key,
            true,
            true,
          ]);
          expect([language, key, ...placeholdersIn(parse(translation))]).toEqual([
            language,
            key,
            ...placeholdersIn(parse(message)),
          ]);
        }
    });

    if (!/(^|\/)web\//.test(name))
      it('has no unused messages', () => {
        const source = adjacentSource(path);
        expect(Object.keys(english).filter((key) => !source.includes(`'${key}'`))).toEqual([]);
      });

    it('selects plurals by count, with the plural forms of the language', () => {
      for (const [language, messages] of [['en', english] as const, ...translations]) {
        const required = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        for (const [key, message] of Object.entries(messages)) {
          const elements = parse(message);
          for (const name of pluralVariables(elements)) expect([key, name]).toEqual([key, 'count']);
          for (const element of elements)
            if (element.type === TYPE.plural)
              expect([language, key, 'other' in element.options, 'one' in element.options]).toEqual(
                [language, key, true, required.includes('one')],
              );
        }
      }
    });
  },
);
