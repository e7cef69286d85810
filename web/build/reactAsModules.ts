import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const folderOf = (name: string, from = require): string =>
  dirname(from.resolve(`${name}/package.json`));
const reactDom = folderOf('react-dom');
const react = folderOf('react');
const scheduler = folderOf('scheduler', createRequire(join(reactDom, 'package.json')));
const storeHook = folderOf(
  'use-sync-external-store',
  createRequire(join(folderOf('@tanstack/react-store'), 'package.json')),
);

/**
 * React's production files, and those of a hook that the router's store requires, by their import
 * names.
 */
const files = new Map([
  ['react', join(react, 'cjs/react.production.js')],
  ['react/jsx-runtime', join(react, 'cjs/react-jsx-runtime.production.js')],
  ['react-dom', join(reactDom, 'cjs/react-dom.production.js')],
  ['react-dom/client', join(reactDom, 'cjs/react-dom-client.production.js')],
  ['scheduler', join(scheduler, 'cjs/scheduler.production.js')],
  [
    'use-sync-external-store/shim',
    join(storeHook, 'cjs/use-sync-external-store-shim.production.js'),
  ],
  [
    'use-sync-external-store/shim/with-selector',
    join(storeHook, 'cjs/use-sync-external-store-shim/with-selector.production.js'),
  ],
]);
const paths = new Set(files.values());

/**
 * React is published as CommonJS only. Converting it to modules makes its exports available by
 * name, so that no file of the build needs the call that unwraps it, and no page loads the file
 * with that function.
 */
export const reactAsModules: Plugin = {
  name: 'react-as-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => files.get(source) ?? null,
  transform(source, id) {
    if (paths.has(id)) return { code: asModule(source), map: null };
    // Spreading all properties requires the whole object, so the module can't be split.
    if (!id.includes('node_modules') || !/\.\.\.React\b/.test(source)) return null;
    return {
      code: source.replace(/import \* as React from (["'])react\1/, "import React from 'react'"),
      map: null,
    };
  },
};

/** A name that is assigned twice, under a condition, is exported with its final value. */
function asModule(source: string): string {
  const required = [
    ...new Set([...source.matchAll(/require\("([^"]+)"\)/g)].map(([, name = '']) => name)),
  ];
  const imports = required
    .map((name, index) => `import required${index} from ${JSON.stringify(name)};\n`)
    .join('');
  const body = required.reduce(
    (text, name, index) => text.replaceAll(`require("${name}")`, `required${index}`),
    source,
  );
  const names = [
    ...new Set([...source.matchAll(/\bexports\.(\w+) =/g)].map(([, name = '']) => name)),
  ];
  const constants = names.map((name, index) => `held${index} = exports.${name}`).join(', ');
  const exported = names.map((name, index) => `held${index} as ${name}`).join(', ');
  return `${imports}const exports = {};\n${body}\nconst ${constants};\nexport { ${exported} };\nexport default exports;\n`;
}
