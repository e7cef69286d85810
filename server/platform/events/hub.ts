import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';

/**
 * A change to an object. Browsers that show the object and have access to it are notified and
 * refetch it.
 */
export interface LiveEvent {
  /** The noun of the object. Screens list it in the `topics` of their queries. */
  topic: string;
  id: string;
  siteId?: string;
  /** The owner of the object. If omitted, only administrators of the site are notified. */
  ownerId?: string;
  /** A few small values that a screen can use immediately, such as state and progress. */
  data?: Record<string, string | number | boolean | null>;
}

const channel = 'cloudberth';

/** Announces a change once the transaction commits. Nothing is announced if it rolls back. */
export async function announce(db: Database, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(db);
}

type Listener = (event: LiveEvent) => void;

/**
 * Minimum number of recent events that are kept, for pages that were rendered before they
 * subscribed.
 */
const retainedEvents = 5_000;

/**
 * One connection that listens for events for all streams of this process. Reconnects automatically
 * after a database outage.
 */
export class EventHub {
  #url: string;
  #log: Logger;
  #client: pg.Client | null = null;
  #listeners = new Set<Listener>();
  #isClosed = false;
  #retry: NodeJS.Timeout | null = null;
  #recent: { at: number; event: LiveEvent }[] = [];
  /** Time from which `#recent` contains all events. */
  #completeSince = Number.POSITIVE_INFINITY;

  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'cloudberth events',
      keepAlive: true,
    });
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('connection ended')));
    client.on('notification', (message) => this.#deliver(message.payload ?? ''));
    await client.connect();
    await client.query(`listen ${channel}`);
    this.#client = client;
    this.#recent = [];
    this.#completeSince = Date.now();
  }

  /** Events since a time of this process's clock (ms). Null if they are no longer stored. */
  heardSince(moment: number): LiveEvent[] | null {
    if (moment < this.#completeSince) return null;
    return this.#recent.filter(({ at }) => at >= moment).map(({ event }) => event);
  }

  /** Whether this process currently receives changes made by other processes. */
  get isConnected(): boolean {
    return this.#client !== null;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  #deliver(payload: string): void {
    let event: LiveEvent;
    try {
      event = JSON.parse(payload) as LiveEvent;
    } catch {
      this.#log.warn(
        { payload: payload.slice(0, 200) },
        'A notification that isn’t an event was ignored',
      );
      return;
    }
    this.#keep(event);
    for (const listener of this.#listeners) listener(event);
  }

  #keep(event: LiveEvent): void {
    this.#recent.push({ at: Date.now(), event });
    if (this.#recent.length <= 2 * retainedEvents) return;
    const dropped = this.#recent.splice(0, this.#recent.length - retainedEvents);
    this.#completeSince = (dropped.at(-1)?.at ?? 0) + 1;
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#isClosed || (this.#client !== null && this.#client !== client)) return;
    if (this.#client === client)
      this.#log.warn({ error: error.message }, 'Live events lost their database connection');
    this.#client = null;
    client.removeAllListeners();
    client.on('error', () => {});
    if (this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.open().then(
        () => this.#deliver(JSON.stringify({ topic: 'resync', id: '' } satisfies LiveEvent)),
        (reason: Error) => this.#lost(client, reason),
      );
    }, 1000);
  }
}
