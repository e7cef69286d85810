import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageFile } from '../../../../../drivers/compute/port.ts';
import type { Config } from '../../../../../server/platform/config.ts';

/** A downloaded or built image that is ready for import into the engines. */
export interface Staged {
  file: ImageFile;
  sizeBytes: number;
  /** Null for images built on this machine. */
  digest: string | null;
  isDigestVerified: boolean;
  /**
   * Set after the import: the size of the image's disk in GB, and the datacenters where servers can
   * be created from it.
   */
  imported?: ImportResult;
  /** The format before the conversion. */
  originalFormat?: string;
}

export interface ImportResult {
  virtualSizeGb: number;
  datacenterIds: string[];
  /** Datacenters with simulated servers that have the image. */
  simulatedIds?: string[];
}

/** The folder with the parts of an image until the engines have it. */
export const stagingFolder = (config: Config, imageId: string): string =>
  join(config.dataDir, 'images', imageId);

const metadataFile = (folder: string): string => join(folder, 'staged.json');

/** Written last, so that content without this file is known to be incomplete. */
export async function writeStaged(folder: string, staged: Staged): Promise<void> {
  const draft = `${metadataFile(folder)}.draft`;
  await writeFile(draft, JSON.stringify(staged), { mode: 0o600 });
  await rename(draft, metadataFile(folder));
}

/** Returns null if there is no complete file. */
export async function readStaged(folder: string): Promise<Staged | null> {
  const text = await readFile(metadataFile(folder), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  return text === null ? null : (JSON.parse(text) as Staged);
}

export async function removeStaged(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
