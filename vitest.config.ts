import { defineConfig } from 'vitest/config';
import { LongestFirst } from './launcher/test/longestFirst.ts';
import { seedVariable, testSeed } from './launcher/test/seed.ts';
import { compileMessages } from './web/build/compileMessages.ts';

const anywhere = [
  'contract',
  'drivers',
  'launcher',
  'server',
  'slices',
  'cli',
  'web',
  'e2e',
  'bench',
];
const under = (pattern: string) => anywhere.map((folder) => `${folder}/**/${pattern}`);

const virtualMachineTests = under('*.vm.test.ts');
const browserJourneys = [...under('*.e2e.test.ts'), 'slices/*/*/e2e.ts'];
const walks = under('*.walk.test.ts');
const structureTest = 'launcher/structure/structure.test.ts';
/**
 * They put their own globals and modules in place of the browser's: each stays apart from the
 * others.
 */
const webTests = ['web/**/*.test.{ts,tsx}', 'slices/*/*/web/**/*.test.{ts,tsx}'];
const never = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Chosen once, here: a drawn seed is the same in every worker.
    env: { [seedVariable]: String(testSeed()) },
    setupFiles: ['launcher/test/seedProperties.ts'],
    sequence: { sequencer: LongestFirst },
    // A second, which is vitest's own measure, says how busy the machine is, not whether the state
    // is reached.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'structure', include: [structureTest], exclude: never } },
      {
        extends: true,
        plugins: [compileMessages],
        test: { name: 'web', include: webTests, exclude: never },
      },
      {
        extends: true,
        test: {
          name: 'fast',
          include: under('*.test.ts'),
          exclude: [
            ...never,
            ...virtualMachineTests,
            ...browserJourneys,
            ...walks,
            structureTest,
            ...webTests,
          ],
          // Loading the server again for each of its files took longer than most of their tests.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Some of their time is waiting: for a mail, a lease, the database. Each further one
          // loads and warms up the whole server again.
          maxWorkers: 3,
          // A portal after the other is made and left: collecting what they leave took a tenth of
          // the processor.
          execArgv: [
            '--min-semi-space-size=32',
            '--max-semi-space-size=64',
            '--initial-old-space-size=1024',
          ],
          sequence: { groupOrder: 1 },
          globalSetup: 'server/platform/testing/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'walk',
          include: walks,
          exclude: never,
          globalSetup: ['server/platform/testing/postgres.ts', 'server/testing/packedPrograms.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'vm',
          include: virtualMachineTests,
          exclude: never,
          globalSetup: 'server/platform/testing/postgres.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: browserJourneys,
          exclude: never,
          globalSetup: ['server/platform/testing/postgres.ts', 'e2e/builtWeb.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
