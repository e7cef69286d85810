import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing.ts';
import type { PlatformTables } from './tables.ts';
import { portalConnectionOptions } from './wall/roles.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Exact numbers stay strings: money and prices never become floats.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (value) => value);

/**
 * The connection for a piece of work: the pool, or the transaction it runs in. A slice adds its own
 * tables by `.withTables<T>()`.
 */
export type Database = Kysely<PlatformTables>;

export interface DatabaseHandle {
  /**
   * The whole database, for the portal's own work. A call gets a handle that is bound to the scope
   * of its caller.
   */
  db: Database;
  /** For hot paths with named, prepared statements. */
  pool: pg.Pool;
  url: string;
  /** Row security works: connections switch to the roles of the portal. */
  isWalled: boolean;
  close(): Promise<void>;
}

/** How a pool is opened; the defaults are those of the portal. */
export interface DatabaseOptions {
  maxConnections?: number | undefined;
  /** False: connections keep the role they signed in with, such as the schema owner. */
  isWalled?: boolean;
}

/** Limits what a connection accumulates over time (plans, cached definitions). */
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
  // A connection lost while in use reports the error to its query only.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, url, isWalled, close: () => db.destroy() };
}
