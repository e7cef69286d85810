import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Services } from '../../../../server/platform/context.ts';
import { manifest as manifestSchema } from '../contract.ts';
import { checkPackage, type ValidatedPackage } from './check.ts';

const folder = join(import.meta.dirname, '../shipped');

/** Returns the script prelude, which is prepended to every script without its own interpreter. */
export const readPrelude = (): Promise<string> => readFile(join(folder, 'prelude.sh'), 'utf8');

/** Reads the packages shipped with the portal, one folder each. */
export async function readBuiltInPackages(): Promise<ValidatedPackage[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return await Promise.all(names.sort().map(readPackage));
}

async function readPackage(name: string): Promise<ValidatedPackage> {
  const files = await readdir(join(folder, name));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(folder, name, file), 'utf8')] as const),
  );
  const { 'manifest.json': manifest = '', ...scripts } = Object.fromEntries(texts);
  return checkPackage(manifestSchema.parse(JSON.parse(manifest)), scripts);
}

/** Derives an ID that is the same in every portal. */
export function bundledPackageId(code: string): string {
  const hash = createHash('sha256').update(`cloudberth package ${code}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const storedOnce = new WeakMap<object, Promise<void>>();

/** Adds the apps shipped with this version to the catalog, once per process. */
export function ensureShipped(services: Services): Promise<void> {
  const cached = storedOnce.get(services.database);
  if (cached) return cached;
  const storing = storeBundledPackages(services).catch((error: unknown) => {
    storedOnce.delete(services.database);
    throw error;
  });
  storedOnce.set(services.database, storing);
  return storing;
}

async function storeBundledPackages({ database }: Services): Promise<void> {
  for (const { manifest, scripts, digest } of await readBuiltInPackages()) {
    const id = bundledPackageId(manifest.name);
    await sql`
      insert into app_package (id, code, kind) values (${id}, ${manifest.name}, ${manifest.kind}) on conflict (id) do update set kind = excluded.kind`.execute(
      database.db,
    );
    await sql`
      insert into app_package_version (package_id, version, number, manifest, scripts, digest)
      values (${id}, ${manifest.version}, ${numberOf(manifest.version)}, ${JSON.stringify(manifest)}, ${JSON.stringify(scripts)}, ${digest})
      on conflict (package_id, version) do update set manifest = excluded.manifest, scripts = excluded.scripts, digest = excluded.digest
      where app_package_version.digest <> excluded.digest`.execute(database.db);
  }
}

/**
 * Converts a version to a sortable number, so that 1.10.0 comes after 1.9.3. Each part is at most
 * 999.
 */
export function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 1_000_000 + minor * 1000 + patch;
}
