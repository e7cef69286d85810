import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from './texts.ts';

const project = join(import.meta.dirname, '..', '..');

/** Every catalog of English texts: `…/texts/en.ts`, or `…/texts/en/<area>.ts`. */
function englishCatalogues(): string[] {
  return ['web', 'slices'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(^|\/)texts\/en(\/[^/]+)?\.ts$/.test(path))
      .map((path) => join(project, folder, path)),
  );
}

const hebrewOf = (english: string): string =>
  english.replace(/\/texts\/en(\.ts|\/)/, '/texts/he$1');

async function cataloguesIn(path: string): Promise<Record<string, Catalogue>> {
  return (await import(path)) as Record<string, Catalogue>;
}

const placeholders = (pattern: string): string[] =>
  [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

/** A plural form for exactly one or two can spell out the number. */
const needed = (key: string, pattern: string): string[] =>
  placeholders(pattern).filter((name) => !(name === 'count' && /_(one|two)$/.test(key)));

const files = englishCatalogues();

it('finds the catalogs', () => {
  expect(files.map((path) => relative(project, path))).toContain('web/texts/en/common.ts');
  expect(files.map((path) => relative(project, path))).toContain('slices/queue/web/texts/en.ts');
});

describe.each(files.map((path) => [relative(project, path), path] as const))(
  '%s',
  (_name, path) => {
    it('has a Hebrew counterpart with the same keys', async () => {
      const [english, hebrew] = [await cataloguesIn(path), await cataloguesIn(hebrewOf(path))];
      expect(Object.keys(hebrew).sort()).toEqual(Object.keys(english).sort());
      for (const [area, texts] of Object.entries(english))
        expect(Object.keys(hebrew[area] ?? {}).sort()).toEqual(Object.keys(texts).sort());
    });

    it('has a text for every key, with the same placeholders in both languages', async () => {
      const [english, hebrew] = [await cataloguesIn(path), await cataloguesIn(hebrewOf(path))];
      for (const [area, texts] of Object.entries(english)) {
        for (const [key, pattern] of Object.entries(texts)) {
          const twin = hebrew[area]?.[key] ?? '';
          expect([key, pattern.trim() !== '', twin.trim() !== '']).toEqual([key, true, true]);
          expect([key, needed(key, twin)]).toEqual([key, needed(key, pattern)]);
        }
      }
    });

    it('has both plural forms wherever it has any, and no plain key besides', async () => {
      for (const catalogues of [await cataloguesIn(path), await cataloguesIn(hebrewOf(path))]) {
        for (const texts of Object.values(catalogues)) {
          const counted = Object.keys(texts).flatMap(
            (key) => /^(.+)_(?:one|two|other)$/.exec(key)?.[1] ?? [],
          );
          for (const key of counted)
            expect([key, `${key}_one` in texts, `${key}_other` in texts, key in texts]).toEqual([
              key,
              true,
              true,
              false,
            ]);
        }
      }
    });
  },
);
