import pg from 'pg';
import { appRole, portalRole } from './roles.ts';

/**
 * Settings for one statement: the role and the ID arrays that the row policies read, in PostgreSQL
 * syntax.
 */
export interface ScopeSettings {
  role: string;
  accounts: string;
  sites: string;
}

export const scopeSettings = (
  accountIds: readonly string[],
  siteIds: readonly string[],
): ScopeSettings => ({
  role: appRole,
  accounts: `{${accountIds.join(',')}}`,
  sites: `{${siteIds.join(',')}}`,
});

/**
 * Settings for access to every row, for the portal's own work within the transaction of a scoped
 * call.
 */
export const wholeDatabase: ScopeSettings = { role: portalRole, accounts: '', sites: '' };

const name = 'row-scope';
const text = `select set_config('role', $1, true), set_config('cloudberth.accounts', $2, true), set_config('cloudberth.sites', $3, true)`;

/** Prepares the statement that sets a scope, once per connection. It has no lasting effect. */
export const prepareScope = { name, text, values: [portalRole, '', ''] };

/** The parts of pg's connection that sending a statement before the query requires. */
interface ExtendedConnection {
  bind(statement: { portal: string; statement: string; values: string[] }): void;
  execute(portal: { portal: string; rows: number }): void;
}
interface QueryInternals {
  prepare(connection: ExtendedConnection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}
const plain = pg.Query.prototype as unknown as QueryInternals;

/**
 * A query that sets its own scope. Both statements are sent in one message sequence with one Sync
 * at its end, so they run in one implicit transaction (PostgreSQL manual, "Extended Query
 * Pipelining"). This adds no round trip, and the scope ends with the query. Within an explicit
 * transaction the scope lasts until another one is set, so a following query with the same scope
 * doesn't set it again.
 */
export class ScopedQuery extends pg.Query {
  readonly settings: ScopeSettings;
  /** False if the transaction already has this scope. */
  readonly setsScope: boolean;
  #isScopeSet: boolean;

  constructor(
    settings: ScopeSettings,
    config: pg.QueryConfig,
    {
      setsScope,
      callback,
    }: { setsScope: boolean; callback: (error: Error | null, result: pg.QueryResult) => void },
  ) {
    // pg's types omit the callback and the option to use the extended protocol.
    super({ ...config, queryMode: 'extended', callback } as pg.QueryConfig);
    this.settings = settings;
    this.setsScope = setsScope;
    this.#isScopeSet = !setsScope;
  }

  prepare(connection: ExtendedConnection): void {
    if (this.setsScope) {
      const { role, accounts, sites } = this.settings;
      connection.bind({ portal: '', statement: name, values: [role, accounts, sites] });
      connection.execute({ portal: '', rows: 0 });
    }
    plain.prepare.call(this, connection);
  }

  handleDataRow(message: unknown): void {
    if (this.#isScopeSet) plain.handleDataRow.call(this, message);
  }

  handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.#isScopeSet) plain.handleCommandComplete.call(this, message, connection);
    this.#isScopeSet = true;
  }
}
