import type { Plugin } from 'vite';

/** Code that every screen runs; a screen's own script is compiled as it is used. */
export const scriptsCompiledWhole: readonly string[] = ['base', 'kit', 'frame', 'servers'];
/** Counts in the first line only. */
export const compileHint = '//# allFunctionsCalledOnLoad\n';

/**
 * Lets V8 compile these files completely while they arrive, on another thread, instead of function
 * by function when each is first called (v8.dev/blog/explicit-compile-hints).
 */
export const compiledWhole: Plugin = {
  name: 'compiled-whole',
  apply: 'build',
  generateBundle: {
    // After the plugins that write something at the beginning.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && scriptsCompiledWhole.includes(chunk.name))
          chunk.code = `${compileHint}${chunk.code}`;
      }
    },
  },
};
