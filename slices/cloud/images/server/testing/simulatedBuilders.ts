import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageBuilder } from '../catalog/builders.ts';
import { rejectedContent } from './realEngine.ts';

/**
 * Codes of images that can be built without tools. The engine rejects the second one like any
 * invalid content.
 */
export const plainCode = (number: number): string => `plain-${number}`;
export const rejectedCode = (number: number): string => `refused-${number}`;
export const maxPerKind = 20;

/** Writes a placeholder disk file. */
export async function buildDisk(
  folder: string,
  content = 'disk',
): Promise<{ path: string; format: 'qcow2' }> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'disk');
  await writeFile(path, content);
  return { path, format: 'qcow2' };
}

const builderOf = (code: string, content: string) => ({
  code,
  obstacle: async () => null,
  build: (folder: string) => buildDisk(folder, content),
});

/** Enough builders for all images the tests use separately. */
export const simulatedBuilders: readonly ImageBuilder[] = Array.from(
  { length: maxPerKind },
  (_item, number) => [
    builderOf(plainCode(number), 'a disk that was built'),
    builderOf(rejectedCode(number), `${rejectedContent} me`),
  ],
).flat();
