import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** One import of a file, with both paths relative to the project. */
export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** An import rule: which imports it covers and which of them it allows. */
interface ImportRule {
  rule: string;
  concerns(path: string): boolean;
  allows(link: Import): boolean;
}

/**
 * The areas of the product, `slices/<area>/<noun>`, from the bottom up. A slice depends only on
 * slices of its own area and of lower ones. Higher areas contribute through hooks.
 */
export const areas = ['operations', 'people', 'sites', 'money', 'cloud'] as const;
const areaOf = (path: string) => areas.findIndex((area) => path.startsWith(`slices/${area}/`));
const sliceOf = (path: string) => /^slices\/[^/]+\/([^/]+)\//.exec(path)?.[1];
const isTest = (path: string) =>
  /\.(test|e2e)\.tsx?$|^e2e\/|(^|\/)(e2e|conformance)\.ts$|(^|\/)testing\//.test(path);
const inFolders =
  (...prefixes: string[]) =>
  (path: string) =>
    prefixes.some((prefix) => path.startsWith(prefix));
/** A slice's contract, and the errors and permissions it declares. */
const isSliceContract = (path: string) =>
  /^slices\/[^/]+\/[^/]+\/(contract|errors|permissions|texts)(\.ts|\/\w+\.ts)$/.test(path);
const isSliceServer = (path: string) => /^slices\/[^/]+\/[^/]+\/server\//.test(path);
const isSliceWeb = (path: string) => /^slices\/[^/]+\/[^/]+\/web\//.test(path);
/** Pure rules that a slice's server and web share: `slices/<area>/<noun>/rules.ts`. */
const isOwnRules = (from: string, to: string) =>
  /^slices\/[^/]+\/[^/]+\/rules\.ts$/.test(to) && sliceOf(to) === sliceOf(from);
/** A message catalog that belongs to the folder or slice of the importing file. */
const isOwnCatalog = (from: string, to: string) =>
  /\/texts\/.*\.json$/.test(to) &&
  (from.startsWith(to.replace(/texts\/.*$/, '')) ||
    (sliceOf(from) !== undefined && sliceOf(from) === sliceOf(to)));
const portOf = (path: string) => /^drivers\/([^/]+)\//.exec(path)?.[1];

/** The list of all slice contracts. */
const collectedContract = 'contract/index.ts';

/** Law 3 of the design: contract ← slices' contracts ← slices' servers → platform, driver ports. */
const importRules: readonly ImportRule[] = [
  {
    rule: 'contract/ imports nothing of the project but itself',
    concerns: (path) => inFolders('contract/')(path) && path !== collectedContract,
    allows: ({ to }) => to.startsWith('contract/'),
  },
  {
    rule: 'the list of contracts imports the contracts of slices only',
    concerns: (path) => path === collectedContract,
    allows: ({ to }) => to.startsWith('contract/') || isSliceContract(to),
  },
  {
    rule: 'a slice contract imports contract/ and the contracts of other slices only',
    concerns: isSliceContract,
    allows: ({ to }) => to.startsWith('contract/') || isSliceContract(to),
  },
  {
    rule: 'server/platform knows no slice, not the program around it, and of drivers only how they send requests and what their problems are',
    concerns: inFolders('server/platform/'),
    allows: ({ to }) =>
      inFolders('server/platform/', 'contract/')(to) ||
      to === 'drivers/http/port.ts' ||
      to === 'drivers/problem.ts',
  },
  {
    rule: "a slice's server imports contracts, server/platform, ports of drivers and their problems, its own folder, and other slices through their server/index.ts",
    concerns: isSliceServer,
    allows: ({ from, to }) =>
      inFolders('contract/', 'server/platform/')(to) ||
      isSliceContract(to) ||
      /^drivers\/([^/]+\/port|problem)\.ts$/.test(to) ||
      isOwnRules(from, to) ||
      (isSliceServer(to) && (sliceOf(to) === sliceOf(from) || to.endsWith('/server/index.ts'))),
  },
  {
    rule: `a slice depends on slices of its own area and of those below: ${areas.join(', ')}`,
    concerns: inFolders('slices/'),
    allows: ({ from, to }) => !inFolders('slices/')(to) || areaOf(to) <= areaOf(from),
  },
  {
    rule: 'a driver knows only its own port folder, how drivers send HTTP requests, how they confine programs, their problems, the message catalogs, and the clock',
    concerns: inFolders('drivers/'),
    allows: ({ from, to }) =>
      portOf(to) === portOf(from) ||
      inFolders('drivers/sandbox/', 'drivers/http/')(to) ||
      ['drivers/problem.ts', 'drivers/texts/localize.ts'].includes(to) ||
      inFolders('contract/texts/')(to) ||
      to === 'contract/languages.ts' ||
      to === 'server/platform/clock.ts',
  },
  {
    rule: "the web imports web/, the slices' web folders, the languages, and how messages are formatted; contracts as types only",
    concerns: (path) =>
      (inFolders('web/')(path) || isSliceWeb(path)) && !/\.config\.ts$/.test(path),
    allows: ({ from, to, typeOnly }) =>
      to.startsWith('web/') ||
      ['contract/languages.ts', 'contract/texts/formatMessage.ts'].includes(to) ||
      isOwnRules(from, to) ||
      (isSliceWeb(to) && (from.startsWith('web/') || sliceOf(to) === sliceOf(from))) ||
      (typeOnly && (to.startsWith('contract/') || isSliceContract(to))),
  },
  {
    rule: "rules that a slice's web shares import no list of all slices",
    concerns: (path) => /^slices\/[^/]+\/[^/]+\/rules\.ts$/.test(path),
    allows: ({ to, typeOnly }) =>
      typeOnly ||
      !/^contract\/(index|errors\/messages|access\/(permissions|roleTitles))\.ts$/.test(to),
  },
  {
    rule: 'nothing but the launcher, the tests and the measurements imports the launcher',
    concerns: (path) => !inFolders('launcher/', 'bench/')(path),
    allows: ({ to }) => !to.startsWith('launcher/'),
  },
];

/** Every import that breaks a rule, as a sentence. Tests are exempt from some rules. */
export function forbiddenImports(imports: readonly Import[]): string[] {
  return imports.flatMap((link) =>
    isTest(link.from) || isOwnCatalog(link.from, link.to)
      ? []
      : importRules
          .filter((rule) => rule.concerns(link.from) && !rule.allows(link))
          .map(({ rule }) => `${link.from} imports ${link.to}: ${rule}`),
  );
}

/** Product code that imports test code. */
export function testCodeInProduct(imports: readonly Import[]): string[] {
  return imports
    .filter(
      ({ from, to, typeOnly }) =>
        !isTest(from) && isTest(to) && !typeOnly && !from.startsWith('bench/'),
    )
    .map(({ from, to }) => `${from} imports test code: ${to}`);
}

/** Circular runtime imports (type imports don't count), each as a chain of paths. */
export function importCycles(imports: readonly Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to, typeOnly } of imports)
    if (!typeOnly) targets.set(from, [...(targets.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, chain: string[]): void => {
    const start = chain.indexOf(path);
    if (start >= 0) found.push([...chain.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...chain, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return found;
}

/**
 * The level of each slice: 1 without dependencies on other slices, otherwise one more than its
 * highest dependency, including type imports. Throws if slices depend on each other.
 */
export function levelsOf(imports: readonly Import[]): Map<string, number> {
  const dependencies = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [slice, other] = [sliceOf(from), sliceOf(to)];
    if (slice === undefined || isTest(from) || /\.bench\.ts$/.test(from)) continue;
    const needed = dependencies.get(slice) ?? new Set<string>();
    if (other !== undefined && other !== slice) needed.add(other);
    dependencies.set(slice, needed);
  }
  const levels = new Map<string, number>();
  const levelOf = (slice: string, ancestors: readonly string[]): number => {
    if (ancestors.includes(slice))
      throw new Error(`Slices depend on each other: ${[...ancestors, slice].join(' → ')}`);
    const cached = levels.get(slice);
    if (cached !== undefined) return cached;
    const below = [...(dependencies.get(slice) ?? [])].map((other) =>
      levelOf(other, [...ancestors, slice]),
    );
    const level = 1 + Math.max(0, ...below);
    levels.set(slice, level);
    return level;
  };
  for (const slice of dependencies.keys()) levelOf(slice, []);
  return levels;
}

/**
 * Import, export-from and dynamic import statements. `import type` and braces with only types have
 * no effect at run time.
 */
const statement =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s+)?([^'";]*?\s*from\s*)?'(\.[^']*)'|\bimport\(\s*'(\.[^']*)'\s*\)/g;

/** A file's imports from inside the project. */
export function importsOf(path: string, source: string): Import[] {
  return [...source.matchAll(statement)].map(([, type, names, target, dynamicTarget]) => {
    const braces = /^\s*\{([^}]*)\}\s*from\s*$/.exec(names ?? '')?.[1];
    const allTypes =
      braces?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ===
      true;
    return {
      from: path,
      to: normalize(join(dirname(path), target ?? dynamicTarget ?? '')),
      typeOnly: type !== undefined || allTypes,
    };
  });
}

const sourceFolders = [
  'contract',
  'slices',
  'drivers',
  'server',
  'web',
  'cli',
  'launcher',
  'e2e',
  'bench',
];

/** All imports of the project. */
export async function readImports(projectFolder: string): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const path of glob(
    sourceFolders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: projectFolder },
  )) {
    imports.push(...importsOf(path, await readFile(join(projectFolder, path), 'utf8')));
  }
  return imports;
}

/** The number of source files in each folder that has more than `max`. */
export async function oversizedFolders(
  projectFolder: string,
  max: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const path of glob(
    sourceFolders.map((folder) => `${folder}/**/*.{ts,tsx,css}`),
    { cwd: projectFolder },
  ))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count > max));
}
