import type { Plugin, Rolldown } from 'vite';

/** Matches `export{n as mountConsole}from"./frame-….js"` and nothing else. */
const reexportPattern = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/;

/**
 * A module that is imported lazily and shares its file with others gets a file that only re-exports
 * it, which requires another request before a screen can render. This plugin makes imports of such
 * a file point directly to its target, and removes the file.
 */
export const withoutDetours: Plugin = {
  name: 'without-detours',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(
      (file): file is Rolldown.OutputChunk => file.type === 'chunk',
    );
    for (const detour of chunks) {
      const [, exported, target] = reexportPattern.exec(detour.code) ?? [];
      if (exported === undefined || target === undefined) continue;
      const name = detour.fileName.replace(/^assets\//, '');
      const parts = exported.split(',').map((part) => part.split(' as '));
      const picked = parts
        .map(([exported = '', here = exported]) => `${here}:m.${exported}`)
        .join(',');
      for (const chunk of chunks)
        chunk.code = chunk.code.replaceAll(
          `import(\`./${name}\`)`,
          `import(\`./${target}\`).then(m=>({${picked}}))`,
        );
      if (!chunks.some(({ code }) => code.includes(name))) delete bundle[detour.fileName];
    }
  },
};
