import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** One import of one file, both as paths inside the project. */
export interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** An import rule: which imports it covers and which of them it allows. */
interface Arrow {
  rule: string;
  concerns(path: string): boolean;
  allows(link: Import): boolean;
}

const sliceOf = (path: string) => /^slices\/([^/]+)\//.exec(path)?.[1];
const isTest = (path: string) =>
  /\.(test|e2e)\.tsx?$|^e2e\/|(^|\/)(e2e|conformance)\.ts$|(^|\/)testing\//.test(path);
const within =
  (...prefixes: string[]) =>
  (path: string) =>
    prefixes.some((prefix) => path.startsWith(prefix));
/** A slice's contract, and the errors and permissions it declares. */
const isSliceContract = (path: string) =>
  /^slices\/[^/]+\/(contract|errors|permissions|texts)(\.ts|\/\w+\.ts)$/.test(path);
const isSliceServer = (path: string) => /^slices\/[^/]+\/server\//.test(path);
const isSliceWeb = (path: string) => /^slices\/[^/]+\/web\//.test(path);
/** Pure rules that a slice's server and web share: `slices/<noun>/rules.ts`. */
const isOwnRules = (from: string, to: string) =>
  /^slices\/[^/]+\/rules\.ts$/.test(to) && sliceOf(to) === sliceOf(from);
/** A message catalog that belongs to the folder or slice of the importing file. */
const isOwnCatalog = (from: string, to: string) =>
  /\/texts\/.*\.json$/.test(to) &&
  (from.startsWith(to.replace(/texts\/.*$/, '')) ||
    (sliceOf(from) !== undefined && sliceOf(from) === sliceOf(to)));
const portOf = (path: string) => /^drivers\/([^/]+)\//.exec(path)?.[1];

/** The list of all slice contracts. */
const collectedContract = 'contract/index.ts';

/**
 * Law 3 of the design: contract ← slices' contracts ← slices' servers → platform, ports of drivers.
 */
const arrows: readonly Arrow[] = [
  {
    rule: 'contract/ imports nothing of the project but itself',
    concerns: (path) => within('contract/')(path) && path !== collectedContract,
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
    rule: 'server/platform knows no slice, no driver and not the program around it',
    concerns: within('server/platform/'),
    allows: ({ to }) => within('server/platform/', 'contract/')(to),
  },
  {
    rule: "a slice's server imports contracts, server/platform, ports of drivers and the words of what they tell, its own folder, and other slices through their server/index.ts",
    concerns: isSliceServer,
    allows: ({ from, to }) =>
      within('contract/', 'server/platform/')(to) ||
      isSliceContract(to) ||
      /^drivers\/([^/]+\/port|words)\.ts$/.test(to) ||
      isOwnRules(from, to) ||
      (isSliceServer(to) && (sliceOf(to) === sliceOf(from) || to.endsWith('/server/index.ts'))),
  },
  {
    rule: 'a driver knows only its own port folder, how drivers ask over HTTP, how they confine programs, their words, the message catalogs, and the clock',
    concerns: within('drivers/'),
    allows: ({ from, to }) =>
      portOf(to) === portOf(from) ||
      within('drivers/sandbox/')(to) ||
      ['drivers/ask.ts', 'drivers/words.ts', 'drivers/texts/localize.ts'].includes(to) ||
      within('contract/texts/')(to) ||
      to === 'contract/languages.ts' ||
      to === 'server/platform/clock.ts',
  },
  {
    rule: "the web imports web/, the slices' web folders, the languages, and how messages are formatted; contracts as types only",
    concerns: (path) => (within('web/')(path) || isSliceWeb(path)) && !/\.config\.ts$/.test(path),
    allows: ({ from, to, typeOnly }) =>
      to.startsWith('web/') ||
      ['contract/languages.ts', 'contract/texts/formatMessage.ts'].includes(to) ||
      isOwnRules(from, to) ||
      (isSliceWeb(to) && (from.startsWith('web/') || sliceOf(to) === sliceOf(from))) ||
      (typeOnly && (to.startsWith('contract/') || isSliceContract(to))),
  },
  {
    rule: "rules that a slice's web shares import no list of all slices",
    concerns: (path) => /^slices\/[^/]+\/rules\.ts$/.test(path),
    allows: ({ to, typeOnly }) =>
      typeOnly || !/^contract\/(index|messages|permissions|roleTitles)\.ts$/.test(to),
  },
  {
    rule: 'nothing but the launcher, the tests and the measurements imports the launcher',
    concerns: (path) => !within('launcher/', 'bench/')(path),
    allows: ({ to }) => !to.startsWith('launcher/'),
  },
];

/** Every import that breaks a rule, as a sentence. Tests are exempt from some rules. */
export function againstArrows(imports: readonly Import[]): string[] {
  return imports.flatMap((link) =>
    isTest(link.from) || isOwnCatalog(link.from, link.to)
      ? []
      : arrows
          .filter((arrow) => arrow.concerns(link.from) && !arrow.allows(link))
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
export function circles(imports: readonly Import[]): string[] {
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
 * Import, export-from and dynamic import statements; `import type` and all-type braces vanish at
 * run time.
 */
const statement =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s+)?([^'";]*?\s*from\s*)?'(\.[^']*)'|\bimport\(\s*'(\.[^']*)'\s*\)/g;

/** The imports of one file inside the project. */
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

/** All imports of the project. */
export async function readImports(projectFolder: string): Promise<Import[]> {
  const folders = [
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
  const imports: Import[] = [];
  for await (const path of glob(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: projectFolder },
  )) {
    imports.push(...importsOf(path, await readFile(join(projectFolder, path), 'utf8')));
  }
  return imports;
}
