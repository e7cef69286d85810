import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Removes one row restriction at a time (every call of `visibleTo` and `reachesCompany`) and runs the
 * tests of its slice, of groups, and of the explainer's matrix: one of them must fail. Prints a
 * line for each, with the first failing test and its reason (a timeout doesn't count). Exits with 1
 * if one can be removed unnoticed. `node server/sweeps/restrictionMutations/run.ts [part of a path]`
 */
const root = new URL('../../..', import.meta.url).pathname;
const platformTestFiles = [
  'slices/people/groups/server/enforcement.test.ts',
  'slices/people/permissions/server/matrix.walk.test.ts',
];

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true });
  return entries
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => `${folder}/${name}`);
}

async function listPolicies(): Promise<string[]> {
  const files = (await Promise.all(['slices', 'server/platform/access'].map(sources)))
    .flat()
    .filter((file) => !file.endsWith('/scope.ts'));
  const found: string[] = [];
  for (const file of files.sort()) {
    const calls =
      (await readFile(join(root, file), 'utf8')).match(
        /(?<!function )\b(visibleTo|reachesCompany)\(/g,
      ) ?? [];
    found.push(...calls.map((_call, index) => `${file}:${index + 1}`));
  }
  return found;
}

/** The tests of the check in its slice. */
function testsCoveringPolicy(policy: string): string[] {
  const [file = ''] = policy.split(':');
  const slice = /^slices\/[^/]+\/[^/]+/.exec(file)?.[0] ?? dirname(file);
  // Restrictions in the platform are tested by Explain access and by groups.
  return [
    ...(slice.startsWith('slices/')
      ? [slice]
      : [slice, 'slices/people/permissions', 'slices/people/groups']),
    ...platformTestFiles,
  ];
}

const report = join(await mkdtemp(join(tmpdir(), 'cloudberth-holes-')), 'report.json');

/** The first failed test of the report, and the beginning of the error. */
async function firstFailure(): Promise<string> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: {
      name: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed)
      return `${failed.fullName}: ${failed.failureMessages[0]?.split('\n')[0]?.slice(0, 120)}`;
    if (message) return `${name}: ${message.split('\n')[0]?.slice(0, 120)}`;
  }
  return 'no test is named';
}

const selectedHole = process.argv[2] ?? '';
let undetected = 0;
for (const policy of (await listPolicies()).filter((candidate) =>
  candidate.includes(selectedHole),
)) {
  const startedAt = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'server/sweeps/restrictionMutations/vitest.config.ts',
      '--reporter=json',
      `--outputFile=${report}`,
      ...['**/*.{vm,e2e}.test.ts', '**/kill*.walk.test.ts'].flatMap((excluded) => [
        '--exclude',
        excluded,
      ]),
      ...testsCoveringPolicy(policy),
    ],
    { cwd: root, env: { ...process.env, CLOUDBERTH_HOLE: policy }, stdio: 'ignore' },
  );
  const isDetected = status !== 0;
  if (!isDetected) undetected += 1;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `${isDetected ? 'red     ' : 'UNSEEN  '} ${policy}  ${seconds} s  ${isDetected ? await firstFailure() : ''}\n`,
  );
}
await rm(dirname(report), { recursive: true });
process.exitCode = undetected > 0 ? 1 : 0;
