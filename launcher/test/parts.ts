import { glob } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { buildWeb } from '../build/web.ts';
import { installPackages, systemPackages } from '../packages.ts';
import { projectFolder } from '../project.ts';
import { runScriptInBackground } from '../run/processes.ts';
import type { PartResult } from './report.ts';
import { runVitest } from './runVitest.ts';

type Outcome = Omit<PartResult, 'part' | 'ms'>;

/** One part of the tests. */
export interface Part {
  name: string;
  what: string;
  /** Runs without virtual machines and browser. */
  isFast: boolean;
  /** Only uses CPU time, and runs in gaps while unit tests wait. */
  fillsGaps?: true;
  run(): Promise<Outcome>;
}

const packagesOf = {
  vm: [...systemPackages.virtualMachines, ...systemPackages.guestTesting],
  e2e: [...systemPackages.virtualMachines, ...systemPackages.browser],
};
type Equipped = keyof typeof packagesOf;

const tsc = 'node_modules/typescript/bin/tsc';
/** Problems that knip reports. `knip.json` contains the entry files. */
const unusedCode = ['--no-progress', '--include', 'files,exports,types,dependencies,unlisted'];

/** All parts, fastest first. */
export const parts: readonly Part[] = [
  {
    name: 'lint',
    what: 'format, lint, and unused code',
    isFast: true,
    fillsGaps: true,
    run: () =>
      checks([
        () => runScriptInBackground('node_modules/@biomejs/biome/bin/biome', ['check']),
        () => runScriptInBackground('node_modules/knip/bin/knip.js', unusedCode),
      ]),
  },
  {
    name: 'types',
    what: 'server and web types',
    isFast: true,
    fillsGaps: true,
    // In parallel.
    run: async () =>
      countOutcomes(
        await Promise.all(
          ['tsconfig.json', 'tsconfig.web.json'].map((file) =>
            runScriptInBackground(tsc, typeCheck(file)),
          ),
        ),
      ),
  },
  {
    name: 'structure',
    what: 'import rules between folders',
    isFast: true,
    run: () => runVitest(['--project', 'structure']),
  },
  {
    name: 'unit',
    what: 'unit tests and the server on a real PostgreSQL',
    isFast: true,
    run: () => runVitest(['--project', 'fast', '--project', 'web']),
  },
  {
    name: 'web',
    what: 'web build and its size',
    isFast: true,
    fillsGaps: true,
    run: () => checks([buildCheck, () => runScriptInBackground('web/build/size-check.ts', [])]),
  },
  {
    name: 'walk',
    what: 'killing the worker at every step of every task',
    isFast: false,
    run: runWalks,
  },
  {
    name: 'vm',
    what: 'real virtual machines',
    isFast: false,
    run: () => withPackages('vm'),
  },
  {
    name: 'e2e',
    what: 'user journeys in a real browser',
    isFast: false,
    run: () => withPackages('e2e'),
  },
];

/** Test files by full or partial name as a separate part, with the packages they need. */
export const filesPart = (files: readonly string[]): Part => ({
  name: 'files',
  what: files.join(' '),
  isFast: true,
  run: async () => {
    for (const project of ['vm', 'e2e'] as const)
      if (await isNamed(project, files)) await installPackages(packagesOf[project]);
    return await runVitest(files);
  },
});

const isNamed = async (project: Equipped, files: readonly string[]): Promise<boolean> =>
  (await testFiles(project)).some((path) =>
    files.some((file) => join(projectFolder, path).includes(normalize(file))),
  );

/** Uses one CPU, and skips files that haven't changed since the last run. */
const typeCheck = (file: string) => {
  const incrementalFlags = [
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${file}.tsbuildinfo`,
  ];
  return ['-p', file, '--checkers', '1', ...incrementalFlags];
};

/** If a client can't be installed, its test file skips its tests. */
async function runWalks(): Promise<Outcome> {
  await installPackages(systemPackages.clients);
  return await runVitest(['--project', 'walk']);
}

/** Counts each program as one test, which passes when the exit code is 0. */
async function checks(programs: (() => Promise<number>)[]): Promise<Outcome> {
  const exitCodes: number[] = [];
  for (const program of programs) exitCodes.push(await program());
  return countOutcomes(exitCodes);
}

function countOutcomes(exitCodes: readonly number[]): Outcome {
  const passed = exitCodes.filter((end) => end === 0).length;
  return { passed, failed: exitCodes.length - passed, skipped: 0, notes: [] };
}

async function buildCheck(): Promise<number> {
  return buildWeb().then(
    () => 0,
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      return 1;
    },
  );
}

/**
 * Runs a vitest project that needs system packages. Without them, its files are counted as skipped,
 * by name.
 */
async function withPackages(project: Equipped): Promise<Outcome> {
  const { missing, why } = await installPackages(packagesOf[project]);
  if (missing.length === 0) return runVitest(['--project', project]);
  const files = await testFiles(project);
  const reason = `${missing.map(({ name }) => name).join(', ')} missing; ${why.split('\n')[0]}`;
  return {
    passed: 0,
    failed: 0,
    skipped: files.length,
    notes: files.map((file) => `skipped ${file}: ${reason}`),
  };
}

async function testFiles(project: Equipped): Promise<string[]> {
  const patterns =
    project === 'vm' ? ['**/*.vm.test.ts'] : ['**/*.e2e.test.ts', 'slices/*/*/e2e.ts'];
  const files: string[] = [];
  for await (const file of glob(patterns, {
    cwd: projectFolder,
    exclude: ['node_modules', 'dist', '.cache'],
  }))
    files.push(file);
  return files.sort();
}
