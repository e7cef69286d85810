import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestClient } from '../server/testing/client.ts';

/**
 * What a slice provides for the sweeps over all screens: `example` of
 * `slices/<area>/<noun>/example.e2e.ts`.
 */
export interface SliceExample {
  /** Creates an object of the slice as root, so that its screens have content. */
  create(root: TestClient): Promise<void>;
  /** Returns the paths of screens without a menu entry, for objects the user can see. */
  paths(client: TestClient): Promise<string[]>;
}

const project = join(import.meta.dirname, '..');

export async function sliceExamples(): Promise<SliceExample[]> {
  const files = await Array.fromAsync(glob('slices/*/*/example.e2e.ts', { cwd: project }));
  return await Promise.all(
    files
      .sort()
      .map(
        async (file) => ((await import(join(project, file))) as { example: SliceExample }).example,
      ),
  );
}
