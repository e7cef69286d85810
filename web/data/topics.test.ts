import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = globSync(['server/**/*.ts', 'slices/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}'], {
  cwd: root,
}).filter((file) => !file.includes('.test.'));

/** Quoted strings in the matching parts of the source. */
const named = (part: RegExp): Map<string, string> =>
  new Map(
    sources.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(part)].flatMap(([found]) =>
        [...found.matchAll(/['`](\w+)[:'`]/g)].map(([, topic = '']): [string, string] => [
          topic,
          file,
        ]),
      ),
    ),
  );

it('everything a screen waits for is announced by the server', () => {
  const announced = named(/\btopic: '\w+'/g);
  const wanted = named(/\btopics: \[[^\]]*\]/g);
  expect(wanted.size).toBeGreaterThan(20);
  expect([...wanted].filter(([topic]) => !announced.has(topic))).toEqual([]);
});
