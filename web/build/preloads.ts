import { glob, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The files that a screen needs in addition to the entry, by their URLs in the build output. */
export interface ScreenFiles {
  /** The screen's path in the router's syntax. */
  path: string;
  /** Whether the screen is available to anonymous users. */
  isPublic: boolean;
  scripts: string[];
  styles: string[];
}

const projectFolder = resolve(import.meta.dirname, '../..');
const screenPattern = /path: '([^']+)',\s*load: \(\) => import\('([^']+)'\)/g;

let screens: ScreenFiles[] = [];

/**
 * Writes `preload.json`: the scripts and styles of each screen, so that the server can add them to
 * the page and the browser fetches them all at once instead of one after the other.
 */
export const preloads: Plugin = {
  name: 'preloads',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(
      (file): file is Rolldown.OutputChunk => file.type === 'chunk',
    );
    const entry = chunks.find(({ isEntry }) => isEntry);
    const frame = chunkOf(chunks, resolve(import.meta.dirname, '../shell/mount.tsx'));
    if (!entry) throw new Error('The build has no entry.');
    const initialFiles = new Set(restriction(bundle, entry).map(({ fileName }) => fileName));
    const filesOf = (chunks: ReadonlySet<Rolldown.OutputChunk>) => ({
      scripts: [...chunks]
        .map(({ fileName }) => fileName)
        .filter((fileName) => !initialFiles.has(fileName)),
      styles: [
        ...new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])),
      ],
    });
    const signIn = restriction(
      bundle,
      chunkOf(chunks, resolve(import.meta.dirname, '../public/mount.tsx')),
    );
    screens = [{ path: '/login', isPublic: true, ...filesOf(new Set(signIn)) }];
    for (const { path, module } of await screensOf()) {
      const requiredChunks = new Set(
        [frame, chunkOf(chunks, module)].flatMap((chunk) => restriction(bundle, chunk)),
      );
      screens.push({ path, isPublic: false, ...filesOf(requiredChunks) });
    }
  },
  async writeBundle(options, bundle) {
    // Chunks that contain only styles have been removed by now, but their styles still exist.
    const bundledScreens = screens.map(({ scripts, ...screen }) => ({
      ...screen,
      scripts: scripts.filter((fileName) => bundle[fileName]),
    }));
    await writeFile(join(options.dir ?? '', 'preload.json'), JSON.stringify(bundledScreens));
  },
};

async function screensOf(): Promise<{ path: string; module: string }[]> {
  const screens = [];
  for await (const file of glob('slices/*/*/web/routes.tsx', { cwd: projectFolder })) {
    const source = await readFile(resolve(projectFolder, file), 'utf8');
    const found = [...source.matchAll(screenPattern)];
    if (found.length !== [...source.matchAll(/\bpath:/g)].length)
      throw new Error(`${file}: each screen is { path: '…', load: () => import('…') }.`);
    for (const [, path = '', module = ''] of found)
      screens.push({ path, module: resolve(projectFolder, dirname(file), module) });
  }
  return screens;
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (!chunk) throw new Error(`The build has no chunk for ${module}.`);
  return chunk;
}

/** A chunk and all its imports. */
function restriction(
  bundle: Rolldown.OutputBundle,
  from: Rolldown.OutputChunk,
): Rolldown.OutputChunk[] {
  const visited = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (visited.has(chunk)) return;
    visited.add(chunk);
    for (const fileName of chunk.imports) {
      const imported = bundle[fileName];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  visit(from);
  return [...visited];
}
