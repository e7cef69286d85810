import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveTopics } from './topics.ts';

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
const unknown = (topics: Map<string, string>) =>
  [...topics].filter(([topic]) => !(liveTopics as readonly string[]).includes(topic));

it('announcements are delivered: a browser listens to the topics it knows by name', () => {
  const announced = named(/\btopic: '\w+'/g);
  announced.delete('session');
  expect(announced.size).toBeGreaterThan(20);
  expect(unknown(announced)).toEqual([]);
});

it('everything a screen waits for is a topic', () => {
  const wanted = named(/\btopics: \[[^\]]*\]/g);
  expect(wanted.size).toBeGreaterThan(20);
  expect(unknown(wanted)).toEqual([]);
});
