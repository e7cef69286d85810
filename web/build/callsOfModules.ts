import { join } from 'node:path';
import type { Plugin } from 'vite';

const callsModule = join(import.meta.dirname, '../calls.ts');

/**
 * Adds the method and path of the operations that a module uses to the start of the module, so that
 * the shared code doesn't grow with the calls of individual screens.
 */
export const callsOfModules = (calls: ReadonlyMap<string, string>): Plugin => ({
  name: 'calls-of-modules',
  enforce: 'pre',
  transform(source, id) {
    if (!/\/web\/.*\.tsx?$/.test(id) || id === callsModule) return null;
    const quotedWords = new Set([...source.matchAll(/'(\w+)'/g)].map(([, name = '']) => name));
    const knownCalls = [...quotedWords].flatMap((name) =>
      calls.has(name) ? [[name, calls.get(name)] as const] : [],
    );
    if (knownCalls.length === 0) return null;
    // On the line of the module's first statement, so that source positions don't change.
    const code = `import { registerCalls } from ${JSON.stringify(callsModule)}; registerCalls(${JSON.stringify(Object.fromEntries(knownCalls))}); ${source}`;
    return { code, map: null };
  },
});
