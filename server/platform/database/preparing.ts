import pg from 'pg';
import { prepareScope, ScopedQuery, type ScopeSettings } from './wall/scopedQuery.ts';

/** From this use on a statement is prepared: text that is made up once (so many rows, those columns) is not worth a name. */
const preparedFromUse = 4;
/** Of one connection: PostgreSQL keeps the plan of each, some tens of kB, until the connection ends. */
const maxOfConnection = 250;
/** Of the whole process; beyond lies text that is made up anew each time, which is not counted either. */
const maxTexts = 5_000;
/** What takes longer, also when many ask at once, is a matter of its plan, and the best plan is one for the values at hand. */
const lightMs = 100;
/** So many uses after each other have to take longer: one may have waited for a lock, or for a processor. */
const slowInTurn = 3;
/** PostgreSQL plans a prepared statement for the values at hand this often on a connection, before one plan for all can be to blame. */
const plannedForValues = 5;
/** `cached plan must not change result type`: https://www.postgresql.org/docs/18/sql-prepare.html */
const resultChanged = '0A000';

interface Use {
  count: number;
  name: string;
  /** How many of the latest uses, without a break, were not light. */
  slow: number;
}
type Send = (...given: unknown[]) => Promise<pg.QueryResult>;

const uses = new Map<string, Use>();

/**
 * A connection that prepares by itself what is asked again and again and is light: PostgreSQL parses it once, and plans it once where
 * it thinks a plan for all values as good as one for each. Such statements take longer to plan than to run. One that gets heavy is
 * planned for its values from then on: what PostgreSQL thinks of the plan for all values is only an estimate.
 */
export class PreparingClient extends pg.Client {
  /** The statements that have a name on this connection, with how often each was used. */
  readonly #prepared = new Map<string, number>();
  #scopePrepared: Promise<unknown> | undefined;

  // The library's own has nine forms; all but text with values pass through.
  override query(...given: never[]): never {
    const [text, values, callback] = given as unknown[];
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || callback) return this.#send(...given) as never;
    const use = uses.get(text) ?? remember(text, text);
    return (
      use ? this.#counted(use, (name) => this.#send(name ? { name, text, values } : { text, values })) : this.#send(text, values)
    ) as never;
  }

  /** One statement under the scope that is given; it neither sees nor leaves another. */
  async queryScoped(settings: ScopeSettings, text: string, values: unknown[]): Promise<pg.QueryResult> {
    this.#scopePrepared ??= this.#send(prepareScope);
    await this.#scopePrepared;
    const send = (name?: string) =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        const config = name ? { name, text, values } : { text, values };
        super.query(new ScopedQuery(settings, config, (error, result) => (error ? reject(error) : resolve(result))));
      });
    // A plan is made for one role: the portal's own use of the same text has a name of its own.
    const key = `${settings.role} ${text}`;
    const use = values.length > 0 ? (uses.get(key) ?? remember(key, text)) : undefined;
    return await (use ? this.#counted(use, send) : send());
  }

  async #counted(use: Use, send: (name?: string) => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const isPrepared = this.#isPrepared(use);
    const startedAt = performance.now();
    try {
      const result = await send(isPrepared ? use.name : undefined);
      if (performance.now() - startedAt <= lightMs) use.slow = 0;
      else if (!isPrepared || (this.#prepared.get(use.name) ?? 0) > plannedForValues) use.slow += 1;
      if (isPrepared && use.slow >= slowInTurn) leaveAlone(use);
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === resultChanged) leaveAlone(use);
      throw error;
    }
  }

  /** Whether it has a name on this connection, or gets one with this use. */
  #isPrepared(use: Use): boolean {
    if (++use.count < preparedFromUse || use.slow >= slowInTurn) return false;
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
  const use = { count: 0, name: `prepared-${uses.size}`, slow: 0 };
  if (givesAllColumns.test(text)) leaveAlone(use);
  uses.set(key, use);
  return use;
}

/** A prepared `select *` fails on every connection that has it once a newer release has added a column. */
const givesAllColumns = /^\s*select\s(?:(?!\sfrom\s|count\().)*\*|\sreturning\s+(?:\w+\.)?\*/is;

function leaveAlone(use: Use): void {
  use.count = Number.NEGATIVE_INFINITY;
}
