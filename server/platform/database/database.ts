import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparingClient.ts';
import { portalConnectionOptions } from './rowSecurity/roles.ts';
import type { PlatformTables } from './tables.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Exact numbers stay strings, so that money and prices never become floats.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (value) => value);

/**
 * The connection to use: the pool, or the current transaction. A slice adds its own tables with
 * `.withTables<T>()`.
 */
export type Database = Kysely<PlatformTables>;

export interface DatabaseHandle {
  /**
   * The whole database, for the portal's own work. A call gets a handle that is limited to its
   * caller's scope.
   */
  db: Database;
  /** For hot paths with named, prepared statements. */
  pool: pg.Pool;
  url: string;
  /** Whether row security is active, with connections switching to the portal's roles. */
  isWalled: boolean;
  close(): Promise<void>;
}

/** Connection options. The defaults are those of the portal. */
export interface DatabaseOptions {
  maxConnections?: number | undefined;
  /** False if connections keep the role they signed in with, such as the schema owner. */
  isWalled?: boolean;
}

/** Limits the memory that a connection accumulates over time (plans, cached definitions). */
const maxLifetimeSeconds = 3600;

/**
 * Opens the pool. `onError` is called for idle connections that break. Queries report their own
 * errors.
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { maxConnections = 12, isWalled = true }: DatabaseOptions = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: maxConnections,
    maxLifetimeSeconds,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'cloudberth',
    ...(isWalled ? { options: portalConnectionOptions } : {}),
  });
  pool.on('error', onError);
  // If a connection is lost while in use, the error is reported to its query only.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, url, isWalled, close: () => db.destroy() };
}
