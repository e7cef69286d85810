import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTinyGuest, guestFiles } from '../guests/buildTinyGuest.ts';
import type { ImageFile } from '../port.ts';

/** Why tests with real virtual machines can't run here, or null when they can. */
export function skipReason(): string | null {
  for (const program of ['qemu-system-x86_64', 'qemu-img']) {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
    } catch {
      return `${program} is not installed (sudo apt-get install --no-install-recommends qemu-system-x86 qemu-utils)`;
    }
  }
  return null;
}

/**
 * The tiny guest, built once per machine and build version in CLOUDBERTH_CACHE (default: the
 * temporary folder).
 */
export async function tinyGuestImage(): Promise<ImageFile> {
  const cache = process.env.CLOUDBERTH_CACHE ?? join(tmpdir(), 'cloudberth-test-cache');
  const folder = join(cache, `tiny-${versionOfBuild()}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    await mkdir(draft, { recursive: true });
    await buildTinyGuest(draft, () => undefined);
    // Another test run may have finished first. Its guest is then used.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  }
  const { disk, kernel, initrd, append } = guestFiles(folder);
  return { id: 'tiny', path: disk, format: 'qcow2', kernel, initrd, append };
}

function versionOfBuild(): string {
  const guests = join(import.meta.dirname, '../guests');
  const files = readdirSync(guests, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const hash = createHash('sha256');
  for (const path of files.map((file) => join(file.parentPath, file.name)).sort())
    hash.update(path).update(readFileSync(path));
  return hash.digest('hex').slice(0, 12);
}
