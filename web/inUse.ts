import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The sources of the web: of its own folder and of each slice's. */
async function webSources(): Promise<string[]> {
  const files = ['.', '../slices'].map(async (folder) =>
    (await readdir(join(import.meta.dirname, folder), { recursive: true }))
      .filter(
        (file) => /\.(tsx?|css)$/.test(file) && (folder === '.' || /^[^/]+\/web\//.test(file)),
      )
      .map((file) => join(import.meta.dirname, folder, file)),
  );
  return await Promise.all((await Promise.all(files)).flat().map((file) => readFile(file, 'utf8')));
}

/**
 * The kit's palettes that something names: each is 40 variables, and all variables are gone through
 * whenever the root changes.
 */
export const coloursInUse: Plugin = {
  name: 'colours-in-use',
  apply: 'build',
  enforce: 'pre',
  async transform(source, id) {
    if (!id.endsWith('/default-css-variables.css')) return null;
    const texts = (await webSources()).join('\n');
    const declarations = [...source.matchAll(/(--[\w-]+):([^;]*);/g)].map(
      ([, name = '', value = '']) => ({ name, value }),
    );
    const palettes = declarations.flatMap(
      ({ name }) => /^--mantine-color-([a-z]+)-9$/.exec(name)?.[1] ?? [],
    );
    const isNamed = (palette: string): boolean =>
      new RegExp(`['"\`-]${palette}['"\`.-]`).test(texts) ||
      declarations.some(
        ({ name, value }) =>
          value.includes(`-color-${palette}-`) && !name.includes(`-color-${palette}-`),
      );
    const idle = [...new Set(palettes)].filter((palette) => !isNamed(palette));
    return source.replace(new RegExp(`--mantine-color-(${idle.join('|')})-[^;]*;`, 'g'), '');
  },
};

/**
 * The kit's own working out of its variables (kit.css has them): switched off in the frame, it
 * would be loaded and half run.
 */
export const variablesLeftOut: Plugin = {
  name: 'variables-left-out',
  apply: 'build',
  load: (id) =>
    id.endsWith('/MantineCssVariables.mjs')
      ? 'export const MantineCssVariables = () => null;'
      : null,
};
