import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '../contract/languages.ts';
import { print, UserError } from './output.ts';
import { projectFolder } from './project.ts';

type Messages = Record<string, string>;

/** A catalog in one language. Empty if it isn’t translated. */
async function read(folder: string, language: Language): Promise<Messages> {
  const file = join(projectFolder, folder, `${language}.json`);
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Messages) : {};
}

/** The folders of all catalogs, starting with those of screens, because readers know them. */
async function catalogFolders(): Promise<string[]> {
  const files = await Array.fromAsync(
    glob('{contract,drivers,server,slices,web}/**/texts/**/en.json', { cwd: projectFolder }),
  );
  const isWebFolder = (folder: string) => /(^|\/)web\//.test(folder);
  return files
    .map((file) => file.replace(/\/en\.json$/, ''))
    .sort((a, b) => Number(isWebFolder(b)) - Number(isWebFolder(a)) || (a < b ? -1 : 1));
}

/**
 * `texts --deck`: every text with its translations, by catalog, for reviewers. `texts
 * --missing=<language>`: untranslated texts.
 */
export async function texts(args: readonly string[]): Promise<number> {
  const missing = args.find((arg) => arg.startsWith('--missing='))?.slice('--missing='.length);
  const language = languages.find((candidate) => candidate === missing);
  if (missing !== undefined && !language)
    throw new UserError(`There is no language ${missing}. Use one of ${languages.join(', ')}.`);
  if (!args.includes('--deck') && !language)
    throw new UserError('Usage: texts --deck | texts --missing=<language>');
  for (const folder of await catalogFolders()) {
    const lines = language ? await missingLines(folder, language) : await deckLines(folder);
    if (lines.length > 0) print(`## ${folder}\n\n${lines.join('\n')}\n`);
  }
  return 0;
}

async function missingLines(folder: string, language: Language): Promise<string[]> {
  const translated = await read(folder, language);
  return Object.entries(await read(folder, 'en'))
    .filter(([key]) => !(key in translated))
    .map(([key, message]) => `- \`${key}\` ${message}`);
}

async function deckLines(folder: string): Promise<string[]> {
  const translations = await Promise.all(
    languages.map(async (language) => [language, await read(folder, language)] as const),
  );
  const keys = Object.keys(translations[0]?.[1] ?? {});
  return keys.map((key) =>
    [
      `- \`${key}\``,
      ...translations.flatMap(([language, messages]) =>
        messages[key] === undefined ? [] : [`  - ${language}: ${messages[key]}`],
      ),
    ].join('\n'),
  );
}
