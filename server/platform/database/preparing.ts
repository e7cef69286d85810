import pg from 'pg';
import { prepareScope, ScopedQuery, type ScopeSettings } from './wall/scopedQuery.ts';

/**
 * Statements are prepared from this use on. Generated text (with a variable number of rows or
 * columns) isn't worth it.
 */
const preparedFromUse = 4;
/** Per connection: PostgreSQL keeps each plan, some tens of kB, until the connection closes. */
const maxOfConnection = 250;
/**
 * Limit for the whole process. Statements that are generated differently each time exceed it and
 * aren't counted.
 */
const maxTexts = 5_000;
/**
 * Slower statements may suffer from their generic plan, or from a busy machine: a trial without a
 * name finds out.
 */
const lightMs = 100;
/** This many consecutive uses must be slow before a trial, which has the same length. */
const slowInTurn = 3;
/** How many times as fast a statement has to be in its trial to go on without a name. */
const clearlyFaster = 2;
/** Uses until the result of a trial is checked again, because values, tables and load change. */
const usesBetweenTrials = 1_000;
/**
 * PostgreSQL plans a prepared statement for the values at hand this often on a connection, before
 * one plan for all can be to blame.
 */
const plannedForValues = 5;
/**
 * `cached plan must not change result type`: https://www.postgresql.org/docs/18/sql-prepare.html
 */
const resultChanged = '0A000';

interface Use {
  count: number;
  name: string;
  /** Milliseconds of the latest uses with the name that were not light, without a break. */
  slow: number[];
  /** Milliseconds of the uses of a trial that is under way. */
  trial: number[] | null;
  /** Until this count the statement is sent unnamed, because its trial was clearly faster. */
  plainUntil: number;
  /** Until this count no trial starts. */
  settledUntil: number;
}
type Send = (...given: unknown[]) => Promise<pg.QueryResult>;

const uses = new Map<string, Use>();

/**
 * A connection that prepares frequent and light statements by itself: PostgreSQL parses them once,
 * and plans them once if it considers a generic plan as good as one for each value. Such statements
 * take longer to plan than to run. One that becomes heavy is tried with custom plans, because
 * PostgreSQL's cost of the generic plan is only an estimate, and keeps the faster one.
 */
export class PreparingClient extends pg.Client {
  /** The statements that have a name on this connection, with how often each was used. */
  readonly #prepared = new Map<string, number>();
  #scopePrepared: Promise<unknown> | undefined;
  /** The scope of the transaction after everything sent so far; null if it is uncertain. */
  #scopeOfTransaction: ScopeSettings | null = null;

  // The library's own has nine forms; all but text with values pass through.
  override query(...given: never[]): never {
    const [text, values, callback] = given as unknown[];
    // It may start or end a transaction, or roll back to a savepoint, where another scope was set.
    this.#scopeOfTransaction = null;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback)
      return this.#send(...given) as never;
    const use = uses.get(text) ?? remember(text, text);
    return (
      use
        ? this.#counted(use, (name) => this.#send(name ? { name, text, values } : { text, values }))
        : this.#send(text, values)
    ) as never;
  }

  /**
   * One statement under the given scope. Within a transaction the scope is only set if it differs.
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
        // Statements run in the order they are sent, so this is valid for the next one before this
        // one has run.
        this.#scopeOfTransaction = isInTransaction ? settings : null;
        const callback = (error: Error | null, result: pg.QueryResult) => {
          if (error) this.#scopeOfTransaction = null;
          if (error) reject(error);
          else resolve(result);
        };
        super.query(new ScopedQuery(settings, config, { setsScope, callback }));
      });
    // A plan is made for one role, so the portal's own use of the same text has a separate name.
    const key = `${settings.role} ${text}`;
    const use = values.length > 0 ? (uses.get(key) ?? remember(key, text)) : undefined;
    return await (use ? this.#counted(use, send) : send());
  }

  async #counted(
    use: Use,
    send: (name?: string) => Promise<pg.QueryResult>,
  ): Promise<pg.QueryResult> {
    const isNamed = this.#isNamed(use);
    const startedAt = performance.now();
    try {
      const result = await send(isNamed ? use.name : undefined);
      const isPlannedForAll = isNamed && (this.#prepared.get(use.name) ?? 0) > plannedForValues;
      weigh(use, { isNamed, isPlannedForAll, ms: performance.now() - startedAt });
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === resultChanged) leaveAlone(use);
      throw error;
    }
  }

  /** Whether the statement is sent under its name, and so prepared, on this connection. */
  #isNamed(use: Use): boolean {
    if (++use.count < preparedFromUse || use.trial || use.count < use.plainUntil) return false;
    const earlier = this.#prepared.get(use.name);
    if (earlier === undefined && this.#prepared.size >= maxOfConnection) return false;
    this.#prepared.set(use.name, (earlier ?? 0) + 1);
    return true;
  }

  #send(...given: unknown[]): Promise<pg.QueryResult> {
    return (super.query as unknown as Send).apply(this, given);
  }
}

function remember(key: string, text: string): Use | undefined {
  if (uses.size >= maxTexts) return undefined;
  const use: Use = {
    count: 0,
    name: `prepared-${uses.size}`,
    slow: [],
    trial: null,
    plainUntil: 0,
    settledUntil: 0,
  };
  if (selectsAllColumns.test(text)) leaveAlone(use);
  uses.set(key, use);
  return use;
}

/** The duration of a use, and whether PostgreSQL may have used its generic plan. */
interface Taken {
  isNamed: boolean;
  isPlannedForAll: boolean;
  ms: number;
}

/**
 * Evaluates the duration of a use: starts a trial for slow generic plans, and ends one with the
 * faster option.
 */
function weigh(use: Use, { isNamed, isPlannedForAll, ms }: Taken): void {
  if (use.trial && !isNamed) {
    use.trial.push(ms);
    if (use.trial.length < slowInTurn) return;
    if (sum(use.trial) * clearlyFaster < sum(use.slow))
      use.plainUntil = use.count + usesBetweenTrials;
    use.settledUntil = use.count + usesBetweenTrials;
    use.trial = null;
    use.slow = [];
  } else if (isPlannedForAll && !use.trial && use.count >= use.settledUntil) {
    use.slow = ms > lightMs ? [...use.slow, ms] : [];
    if (use.slow.length >= slowInTurn) use.trial = [];
  }
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/**
 * A prepared `select *` fails on every connection that has it once a newer release has added a
 * column.
 */
const selectsAllColumns = /^\s*select\s(?:(?!\sfrom\s|count\().)*\*|\sreturning\s+(?:\w+\.)?\*/is;

function leaveAlone(use: Use): void {
  use.count = Number.NEGATIVE_INFINITY;
}
