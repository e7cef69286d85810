import pg from 'pg';
import { prepareScope, ScopedQuery, type ScopeSettings } from './rowSecurity/scopedQuery.ts';

/**
 * Statements are prepared from this use on. Preparing generated SQL (with a variable number of rows
 * or columns) isn't worthwhile.
 */
const prepareAfterUses = 4;
/**
 * Limit per connection, because PostgreSQL keeps each plan, which takes tens of kB, until the
 * connection closes.
 */
const maxOfConnection = 250;
/**
 * Limit for the whole process. Excess texts, such as statements that are generated differently each
 * time, aren't counted.
 */
const maxTexts = 5_000;
/**
 * Slower statements can suffer from their generic plan or from a busy machine. A trial without a
 * name determines which.
 */
const fastMs = 100;
/** Number of consecutive slow uses before a trial, which runs for the same number of uses. */
const slowUsesBeforeTrial = 3;
/** How many times faster a statement must be in its trial to stay unnamed. */
const clearlyFaster = 2;
/**
 * Number of uses after which the result of a trial is re-evaluated, because values, tables, and
 * load change.
 */
const usesBetweenTrials = 1_000;
/**
 * PostgreSQL uses this many custom plans per connection for a prepared statement before it
 * considers a generic plan.
 */
const plannedForValues = 5;
/**
 * `cached plan must not change result type`: https://www.postgresql.org/docs/18/sql-prepare.html
 */
const resultTypeChangedCode = '0A000';

interface StatementUse {
  count: number;
  name: string;
  /** Durations of the latest consecutive slow uses with the name, in ms. */
  slow: number[];
  /** Durations of the uses in the current trial, in ms. Null if there is no trial. */
  trial: number[] | null;
  /** Up to this use count the statement is sent unnamed, because its trial was clearly faster. */
  plainUntil: number;
  /** No trial starts up to this use count. */
  settledUntil: number;
}
type Send = (...args: unknown[]) => Promise<pg.QueryResult>;

const uses = new Map<string, StatementUse>();

/**
 * A connection that automatically prepares frequent, light statements. PostgreSQL parses them once,
 * and also plans them once if it considers a generic plan as good as a custom one. Such statements
 * take longer to plan than to run. If a statement becomes slow, it is tried with custom plans,
 * because PostgreSQL only estimates the cost of the generic plan. The faster option is kept.
 */
export class PreparingClient extends pg.Client {
  /** The statements that have a name on this connection, with their use counts. */
  readonly #prepared = new Map<string, number>();
  #scopePrepared: Promise<unknown> | undefined;
  /** The scope of the transaction after everything sent so far. Null if it is unknown. */
  #scopeOfTransaction: ScopeSettings | null = null;

  // The library's method has nine overloads. All except text with values pass through unchanged.
  override query(...args: never[]): never {
    const [text, values, callback] = args as unknown[];
    // The query could start or end a transaction, or roll back to a savepoint with a different
    // scope.
    this.#scopeOfTransaction = null;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback)
      return this.#send(...args) as never;
    const use = uses.get(text) ?? recordUse(text, text);
    return (
      use
        ? this.#counted(use, (name) => this.#send(name ? { name, text, values } : { text, values }))
        : this.#send(text, values)
    ) as never;
  }

  /**
   * Runs one statement in the given scope. Within a transaction the scope is only set if it
   * differs.
   */
  async queryScoped(
    settings: ScopeSettings,
    text: string,
    values: unknown[],
    isInTransaction: boolean,
  ): Promise<pg.QueryResult> {
    this.#scopePrepared ??= this.#send(prepareScope).catch((error: unknown) => {
      this.#scopePrepared = undefined;
      throw error;
    });
    await this.#scopePrepared;
    const send = (name?: string) =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        const config = name ? { name, text, values } : { text, values };
        const setsScope = !isInTransaction || this.#scopeOfTransaction !== settings;
        // Statements run in the order in which they are sent, so this scope applies to the next
        // statement even before this one has run.
        this.#scopeOfTransaction = isInTransaction ? settings : null;
        const callback = (error: Error | null, result: pg.QueryResult) => {
          if (error) this.#scopeOfTransaction = null;
          if (error) reject(error);
          else resolve(result);
        };
        super.query(new ScopedQuery(settings, config, { setsScope, callback }));
      });
    // A plan is made for one role, so the portal's own use of the same text gets a separate name.
    const key = `${settings.role} ${text}`;
    const use = values.length > 0 ? (uses.get(key) ?? recordUse(key, text)) : undefined;
    return await (use ? this.#counted(use, send) : send());
  }

  async #counted(
    use: StatementUse,
    send: (name?: string) => Promise<pg.QueryResult>,
  ): Promise<pg.QueryResult> {
    const isNamed = this.#isNamed(use);
    const startedAt = performance.now();
    try {
      const result = await send(isNamed ? use.name : undefined);
      const isPlannedForAll = isNamed && (this.#prepared.get(use.name) ?? 0) > plannedForValues;
      evaluate(use, { isNamed, isPlannedForAll, ms: performance.now() - startedAt });
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === resultTypeChangedCode)
        neverPrepare(use);
      throw error;
    }
  }

  /** Whether the statement is sent under its name, and therefore prepared, on this connection. */
  #isNamed(use: StatementUse): boolean {
    if (++use.count < prepareAfterUses || use.trial || use.count < use.plainUntil) return false;
    const earlier = this.#prepared.get(use.name);
    if (earlier === undefined && this.#prepared.size >= maxOfConnection) return false;
    this.#prepared.set(use.name, (earlier ?? 0) + 1);
    return true;
  }

  #send(...args: unknown[]): Promise<pg.QueryResult> {
    return (super.query as unknown as Send).apply(this, args);
  }
}

function recordUse(key: string, text: string): StatementUse | undefined {
  if (uses.size >= maxTexts) return undefined;
  const use: StatementUse = {
    count: 0,
    name: `prepared-${uses.size}`,
    slow: [],
    trial: null,
    plainUntil: 0,
    settledUntil: 0,
  };
  if (selectsAllColumns.test(text)) neverPrepare(use);
  uses.set(key, use);
  return use;
}

/** The duration of a use, and whether PostgreSQL could have used its generic plan. */
interface Execution {
  isNamed: boolean;
  isPlannedForAll: boolean;
  ms: number;
}

/**
 * Evaluates the duration of a use: starts a trial for slow generic plans, or ends a trial and keeps
 * the faster option.
 */
function evaluate(use: StatementUse, { isNamed, isPlannedForAll, ms }: Execution): void {
  if (use.trial && !isNamed) {
    use.trial.push(ms);
    if (use.trial.length < slowUsesBeforeTrial) return;
    if (sum(use.trial) * clearlyFaster < sum(use.slow))
      use.plainUntil = use.count + usesBetweenTrials;
    use.settledUntil = use.count + usesBetweenTrials;
    use.trial = null;
    use.slow = [];
  } else if (isPlannedForAll && !use.trial && use.count >= use.settledUntil) {
    use.slow = ms > fastMs ? [...use.slow, ms] : [];
    if (use.slow.length >= slowUsesBeforeTrial) use.trial = [];
  }
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/**
 * A prepared `select *` fails on every connection that has it after a newer release adds a column.
 */
const selectsAllColumns = /^\s*select\s(?:(?!\sfrom\s|count\().)*\*|\sreturning\s+(?:\w+\.)?\*/is;

function neverPrepare(use: StatementUse): void {
  use.count = Number.NEGATIVE_INFINITY;
}
