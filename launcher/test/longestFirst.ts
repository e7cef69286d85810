import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files whose tests take longest, in descending order. Without results of an earlier run,
 * vitest starts with the largest files. Most of these files are small, so one worker would still be
 * running them long after the other is done.
 */
export const longest: readonly string[] = [
  'e2e/sweeps/everyScreen.desktop.e2e.test.ts',
  'e2e/sweeps/everyScreen.phone.e2e.test.ts',
  'slices/sites/shell/widths.e2e.test.ts',
  'slices/sites/shell/storedScripts.e2e.test.ts',
  'slices/cloud/consoles/e2e.ts',
  'server/sweeps/killOtherTasks.walk.test.ts',
  'server/sweeps/kill.walk.test.ts',
  'slices/people/permissions/server/matrix.walk.test.ts',
  'server/sweeps/year.walk.test.ts',
  'server/sweeps/killServerParts.walk.test.ts',
  'slices/money/invoices/kill.walk.test.ts',
  'server/sweeps/fuzz.walk.test.ts',
];

/** Vitest's order, except that each project starts with its longest-running files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((specifications) =>
      longestFirst(specifications, ({ moduleId }) => moduleId),
    );
  }
}

/** The longest-running files first, then the others in their original order. */
export function longestFirst<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const rankOf = (file: T): number =>
    longest.findIndex((path) => pathOf(file).endsWith(`/${path}`));
  const isLong = (file: T): boolean => rankOf(file) >= 0;
  return [
    ...files.filter(isLong).sort((a, b) => rankOf(a) - rankOf(b)),
    ...files.filter((file) => !isLong(file)),
  ];
}
