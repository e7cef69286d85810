import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';
import type { PreparingClient } from './preparingClient.ts';
import { type ScopeSettings, wholeDatabase } from './rowSecurity/scopedQuery.ts';
import type { PlatformTables } from './tables.ts';

/** Returns the scope of a call, evaluated for each statement. Null for the whole database. */
export type ScopeLookup = () => ScopeSettings | null;

/**
 * A handle on the portal's pool that applies a scope to every statement. It doesn't keep a
 * connection between statements.
 */
export function scopedDatabase(pool: pg.Pool, findScope: ScopeLookup): Database {
  return new Kysely<PlatformTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ScopedDriver(pool, findScope),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** The same handle or transaction with access to the whole database. */
export const wholeDatabaseOf = <D extends Database>(db: D): D =>
  db.withPlugin(unrestrictedPlugin) as D;

/** Queries that are exempt from the scope of their connection, by Kysely's query ID objects. */
const unrestrictedQueries = new WeakSet<object>();

const unrestrictedPlugin: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    unrestrictedQueries.add(queryId);
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** Statements that are sent without a scope, because a failed transaction accepts nothing else. */
const transactionControl = /^\s*(savepoint|release|rollback)\b/i;

class ScopedConnection implements DatabaseConnection {
  readonly client: PreparingClient & pg.PoolClient;
  readonly #findScope: ScopeLookup;
  isInTransaction = false;

  constructor(client: PreparingClient & pg.PoolClient, findScope: ScopeLookup) {
    this.client = client;
    this.#findScope = findScope;
  }

  async executeQuery<Row>({ sql, parameters, queryId }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#send(
      sql,
      [...parameters],
      unrestrictedQueries.has(queryId),
    );
    const changes =
      command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
    return {
      ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
      rows: (rows ?? []) as Row[],
    };
  }

  #send(sql: string, values: unknown[], isWhole: boolean): Promise<pg.QueryResult> {
    if (transactionControl.test(sql)) return this.client.query(sql);
    const scope = this.#findScope();
    if (scope && !isWhole) return this.client.queryScoped(scope, sql, values, this.isInTransaction);
    // The scope of this transaction remains until a statement sets another one.
    if (scope && this.isInTransaction)
      return this.client.queryScoped(wholeDatabase, sql, values, true);
    return this.client.query(sql, values);
  }

  /** Statements that start or end a transaction. */
  async control(sql: string): Promise<pg.QueryResult> {
    return await this.client.query(sql);
  }

  // biome-ignore lint/correctness/useYield: required by the interface of Kysely, and the portal reads nothing by cursor
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('A scoped connection has no cursors.');
  }
}

class ScopedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #findScope: ScopeLookup;

  constructor(pool: pg.Pool, findScope: ScopeLookup) {
    this.#pool = pool;
    this.#findScope = findScope;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ScopedConnection> {
    return new ScopedConnection(
      (await this.#pool.connect()) as PreparingClient & pg.PoolClient,
      this.#findScope,
    );
  }

  async releaseConnection({ client }: ScopedConnection): Promise<void> {
    client.release();
  }

  async beginTransaction(
    connection: ScopedConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const mode = [isolationLevel ? `isolation level ${isolationLevel}` : '', accessMode ?? '']
      .filter(Boolean)
      .join(' ');
    await connection.control(`begin ${mode}`);
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: ScopedConnection): Promise<void> {
    const { command } = await connection.control('commit');
    connection.isInTransaction = false;
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: one of its statements had failed.');
  }

  async rollbackTransaction(connection: ScopedConnection): Promise<void> {
    await connection.control('rollback');
    connection.isInTransaction = false;
  }

  /** Does nothing, because the pool belongs to the portal. */
  async destroy(): Promise<void> {}
}
