import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { withLockRetries } from './withLockRetries.ts';

const project = join(import.meta.dirname, '../../..');
/** The migrations of the program and of each slice. */
const places = ['server/migrations/*.sql', 'slices/*/*/migrations/*.sql'];
const migrationLock = 7_216_001;

export interface Migration {
  name: string;
  sql: string;
  digest: string;
}

/**
 * The migrations of this version, sorted by name, which begins with a number. Each file is one
 * transaction and never changes once released. Throws if two have the same number.
 */
export async function listMigrations(): Promise<Migration[]> {
  const paths = await Array.fromAsync(glob(places, { cwd: project }));
  const found = await Promise.all(
    paths.map(async (path) => {
      const sql = await readFile(join(project, path), 'utf8');
      return { name: basename(path), sql, digest: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  return sortMigrations(found);
}

/** Sorts migrations by number. Throws if two have the same number. */
export function sortMigrations(migrations: readonly Migration[]): Migration[] {
  const sorted = migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const numberOf = (migration: Migration | undefined) => migration?.name.split('_')[0];
  const repeated = sorted.find((one, index) => numberOf(one) === numberOf(sorted[index - 1]));
  if (repeated) throw new Error(`Two migrations have the number ${numberOf(repeated)}.`);
  return sorted;
}

/**
 * Migrates the database forward to this version. Several processes can call this at once, because
 * an advisory lock lets only one proceed. Each file waits at most one second for a table lock, so
 * that a migration blocked by a long transaction fails and is retried instead of blocking the whole
 * portal. Returns the names of the applied migrations. Throws if a previously applied migration has
 * changed or if the database is newer than this program.
 */
export async function migrate(
  url: string,
  log: (line: string) => void = () => {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'cloudberth migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureMigrationTable(client);
    const migrations = await listMigrations();
    const pending = await pendingMigrations(client, migrations);
    for (const migration of pending) {
      await apply(client, migration);
      log(`migrated ${migration.name}`);
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Checked first, so that a user without the right to create tables can start the portal on an
 * up-to-date database.
 */
async function ensureMigrationTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migration') is not null as exists`,
  );
  if (rows[0]?.exists) return;
  await client.query(
    'create table migration (name text primary key, digest text not null, applied_at timestamptz not null default now())',
  );
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const applied = new Map<string, string>();
  for (const row of (
    await client.query<{ name: string; digest: string }>('select name, digest from migration')
  ).rows)
    applied.set(row.name, row.digest);
  const knownNames = new Set(migrations.map((migration) => migration.name));
  const unknown = [...applied.keys()].filter((name) => !knownNames.has(name));
  if (unknown.length > 0)
    throw new Error(
      `The database was made by a newer version: it has ${unknown.join(', ')}. Start that version.`,
    );
  for (const migration of migrations) {
    const digest = applied.get(migration.name);
    if (digest && digest !== migration.digest)
      throw new Error(`Migration ${migration.name} was changed after it had been applied.`);
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

const apply = (client: pg.Client, migration: Migration): Promise<void> =>
  withLockRetries(client, async () => {
    await client.query(migration.sql);
    await client.query('insert into migration (name, digest) values ($1, $2)', [
      migration.name,
      migration.digest,
    ]);
  });
