import { sql } from 'kysely';
import type { Database } from '../../../../../server/platform/database/database.ts';
import { imageTables } from '../store.ts';
import { type CatalogEntry, catalog } from './catalog.ts';

const syncLock = 7_216_008;

/**
 * Synchronizes the shared images with the catalog: adds new entries, updates changed ones, and
 * withdraws removed ones without affecting dependent servers. Safe to call from several processes
 * at once.
 */
export async function syncCatalogue(
  database: Database,
  entries: readonly CatalogEntry[] = catalog,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${syncLock})`.execute(transaction);
    const db = imageTables(transaction);
    for (const entry of entries) {
      const { code, ...fields } = columnsOf(entry);
      await db
        .insertInto('image')
        .values({ code, ...fields })
        .onConflict((conflict) =>
          conflict.column('code').where('owner_id', 'is', null).doUpdateSet(fields),
        )
        .execute();
    }
    const withdrawn = db
      .updateTable('image')
      .set({ is_withdrawn: true })
      .where('owner_id', 'is', null);
    const codes = entries.map(({ code }) => code);
    await withdrawn.where(sql<boolean>`code <> all(${codes}::text[])`).execute();
  });
}

function columnsOf(entry: CatalogEntry) {
  const {
    code,
    kind,
    name,
    version,
    osFamily,
    os,
    description,
    source,
    format,
    minDiskGb,
    minRamMb,
    loginUser,
    supportsCloudInit,
  } = entry;
  return {
    ...{ code, kind, name, version, os, format },
    os_family: osFamily,
    description: JSON.stringify(description),
    source: source.kind,
    source_address: source.kind === 'fetch' ? source.address : null,
    digest_address: source.kind === 'fetch' ? source.digestAddress : null,
    min_disk_gb: minDiskGb,
    min_ram_mb: minRamMb,
    login_user: loginUser,
    supports_cloud_init: supportsCloudInit,
    is_withdrawn: false,
  };
}
