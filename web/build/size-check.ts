import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { compileHint, eagerlyCompiledScripts } from './compiledWhole.ts';
import type { ScreenFiles } from './preloads.ts';

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const dist = new URL('../../dist/web/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8')) as Record<
  string,
  Chunk
>;

/** The files a page loads, including English texts. */
const pages: readonly {
  page: string;
  files: ReadonlySet<string>;
  maxKb: number;
  maxRequests: number;
}[] = [
  { page: 'log-in', files: filesOf('public/mount.tsx'), maxKb: 94, maxRequests: 4 },
  // Includes the page, the files counted here, and the requests for user, menu, servers, open
  // tasks, logo, events, and the page view count.
  {
    page: 'servers list',
    files: await filesOfScreen('/servers'),
    maxKb: 205.6,
    maxRequests: 15 - 8,
  },
];
const maxChunkKb = 110;
/**
 * The total size divided by the number of screens, so that the total can grow with the screens, but
 * not their common code.
 */
const maxKbPerScreen = 16;

async function gzipKb(file: string): Promise<number> {
  return gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length / 1000;
}

/** A module's file and its imports. */
function filesOf(module: string): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk)
      throw new Error(
        `The build has no chunk ${key}. A page lists a module that is gone, or is part of another chunk.`,
      );
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(module);
  return files;
}

/** The files referenced by the page, and those that the server adds for a screen. */
async function filesOfScreen(path: string): Promise<Set<string>> {
  const screens = JSON.parse(
    await readFile(new URL('preload.json', dist), 'utf8'),
  ) as ScreenFiles[];
  const screen = screens.find((one) => one.path === path);
  if (!screen) throw new Error(`The build has no screen ${path}.`);
  const page = await readFile(new URL('index.html', dist), 'utf8');
  const referencedFiles = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  return new Set([...referencedFiles, ...screen.scripts, ...screen.styles]);
}

/**
 * Whether the chunk is loaded when a screen is opened: a module in a slice's web folder that is
 * imported lazily.
 */
const isScreen = ({ src, isDynamicEntry }: Chunk): boolean =>
  isDynamicEntry === true && /slices\/\w+\/\w+\/web\//.test(src ?? '');

/** The screens before sign-in are separate, because loading the frame starts the console. */
const isPublicChunk = ({ src, isDynamicEntry }: Chunk): boolean =>
  isDynamicEntry === true &&
  /(^|\/)public\/pages\/\w+Page\.tsx$|slices\/people\/social\/web\/Social(Buttons|Process)\.tsx$/.test(
    src ?? '',
  );

let exceedsLimit = false;
function checkLimit(label: string, value: number, limit: number, unit: string): void {
  const isWithinLimit = value <= limit;
  if (!isWithinLimit) exceedsLimit = true;
  process.stdout.write(
    `${isWithinLimit ? 'ok  ' : 'OVER'} ${label}: ${Math.round(value * 10) / 10} ${unit} (at most ${limit})\n`,
  );
}

for (const { page, files, maxKb, maxRequests } of pages) {
  const sizes = await Promise.all([...files].map(gzipKb));
  checkLimit(
    `${page}, JS and CSS`,
    sizes.reduce((sum, size) => sum + size, 0),
    maxKb,
    'kB gzip',
  );
  checkLimit(`${page}, files`, files.size, maxRequests, 'files');
}

const scripts = [...new Set(Object.values(manifest).map((chunk) => chunk.file))].filter((file) =>
  file.endsWith('.js'),
);
const scriptSizes = await Promise.all(scripts.map(gzipKb));
checkLimit('largest script', Math.max(...scriptSizes), maxChunkKb, 'kB gzip');
const screens = scripts.filter((file) =>
  Object.values(manifest).some((chunk) => chunk.file === file && isScreen(chunk)),
);
checkLimit(
  'all scripts, for each screen',
  scriptSizes.reduce((sum, size) => sum + size, 0) / screens.length,
  maxKbPerScreen,
  'kB gzip',
);

const withZod = await Promise.all(
  scripts.map(async (file) =>
    (await readFile(new URL(file, dist), 'utf8')).includes('ZodError') ? file : null,
  ),
);
for (const file of withZod.filter((name) => name !== null)) {
  exceedsLimit = true;
  process.stdout.write(
    `OVER ${file} holds the schema library: the web imports types of the contract only\n`,
  );
}

for (const name of eagerlyCompiledScripts) {
  const file = Object.values(manifest).find((chunk) => chunk.name === name)?.file;
  if (file && (await readFile(new URL(file, dist), 'utf8')).startsWith(compileHint)) continue;
  exceedsLimit = true;
  process.stdout.write(
    `OVER ${file ?? name} does not begin with the hint that it is to be compiled whole: screens are slower by a fifth\n`,
  );
}
const withFramework = Object.entries(manifest).filter(
  ([module, chunk]) =>
    isPublicChunk(chunk) && [...filesOf(module)].some((file) => /\/frame-[^/]*\.js$/.test(file)),
);
checkLimit('screens before sign-in that load the frame', withFramework.length, 0, 'screens');
if (exceedsLimit) process.exitCode = 1;
