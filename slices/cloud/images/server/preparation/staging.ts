import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageFile } from '../../../../../drivers/compute/port.ts';
import type { Config } from '../../../../../server/platform/config.ts';

/** A downloaded or built image that will be given to the engines. */
export interface Staged {
  file: ImageFile;
  sizeBytes: number;
  /** Null for what was built here. */
  digest: string | null;
  isDigestVerified: boolean;
  /**
   * Once the engines have it: the size of the disk it makes (GB), and where servers can be made
   * from it.
   */
  imported?: Imported;
  /** The format before the conversion. */
  originalFormat?: string;
}

export interface Imported {
  virtualSizeGb: number;
  datacenterIds: string[];
  /** Datacenters with simulated servers. */
  simulatedIds?: string[];
}

/** Where the parts of an image lie until the engines have it. */
export const stagingFolder = (config: Config, imageId: string): string =>
  join(config.dataDir, 'images', imageId);

const factsFile = (folder: string): string => join(folder, 'staged.json');

/** Written last: content without it is not whole. */
export async function writeStaged(folder: string, staged: Staged): Promise<void> {
  const draft = `${factsFile(folder)}.draft`;
  await writeFile(draft, JSON.stringify(staged), { mode: 0o600 });
  await rename(draft, factsFile(folder));
}

/** Null when there is no complete file. */
export async function readStaged(folder: string): Promise<Staged | null> {
  const text = await readFile(factsFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Staged);
}

export async function removeStaged(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
