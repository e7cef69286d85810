import type { Plugin } from 'vite';

/** Code that every screen runs. The scripts of individual screens are compiled as they are used. */
export const eagerlyCompiledScripts: readonly string[] = ['base', 'kit', 'frame', 'servers'];
/** Only has an effect in the first line. */
export const compileHint = '//# allFunctionsCalledOnLoad\n';

/**
 * Makes V8 compile these files completely while they load, on another thread, instead of function
 * by function on the first call (v8.dev/blog/explicit-compile-hints).
 */
export const compiledWhole: Plugin = {
  name: 'compiled-whole',
  apply: 'build',
  generateBundle: {
    // Runs after plugins that insert code at the beginning.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && eagerlyCompiledScripts.includes(chunk.name))
          chunk.code = `${compileHint}${chunk.code}`;
      }
    },
  },
};
