import { readFile } from 'node:fs/promises';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { accented } from './accented.ts';

/**
 * Compiles the ICU messages of catalogs (`texts/<language>.json`), so that pages load no parser.
 * Throws on a message that isn't valid, with its file and key. With `CLOUDBERTH_ACCENTED` set,
 * English is accented (for tests).
 */
export const compileMessages: Plugin = {
  name: 'compile-messages',
  enforce: 'pre',
  async load(id) {
    if (!/\/texts\/(\w+\/)?[a-z]{2}(-\w+)?\.json$/.test(id)) return null;
    const messages = JSON.parse(await readFile(id, 'utf8')) as Record<string, string>;
    const compiled = Object.entries(messages).map(([key, message]) => [
      key,
      isAccented && id.endsWith('/en.json')
        ? accented(compiledOrThrow(message, `${key} in ${id}`))
        : compiledOrThrow(message, `${key} in ${id}`),
    ]);
    return JSON.stringify(Object.fromEntries(compiled));
  },
};

const isAccented = process.env.CLOUDBERTH_ACCENTED !== undefined;

function compiledOrThrow(message: string, location: string) {
  try {
    return compile(message);
  } catch (reason) {
    throw new Error(`The message ${location} isn’t valid.`, { cause: reason });
  }
}
