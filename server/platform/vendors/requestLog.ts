import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Exchange } from '../../../drivers/http/port.ts';
import { storedProblem } from '../../../drivers/problem.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { redact } from './redaction.ts';

/** A vendor connection, as recorded in its requests. */
export interface VendorConnection {
  /** The driver port, such as `payment`. */
  port: string;
  /** Identifies the connection within the port. */
  id: string;
  /** The screen where the connection is configured. */
  screen: string;
  /** Secrets that are never recorded, wherever they occur in a request or response. */
  secrets: readonly string[];
  /** Requests contain messages to people, so their bodies aren't recorded. */
  isPrivate?: boolean;
}

interface Entry extends VendorConnection {
  exchange: Exchange;
  at: Date;
}

/** Requests within this time are written together, in ms. */
const batchDelayMs = 500;

const hasFailed = ({ response }: Exchange): boolean => response === null || response.status >= 400;

/**
 * Stores the last request of each vendor connection, and the last failed one, for the operator.
 * They are written with a short delay. If the portal ends before that, they are lost.
 */
export class VendorRequestLog {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #waiting = new Map<string, Entry>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  add(connection: VendorConnection, exchange: Exchange): void {
    const isFailure = hasFailed(exchange);
    const { port, id } = connection;
    this.#waiting.set(JSON.stringify([port, id, isFailure]), {
      ...connection,
      exchange,
      at: clock.now(),
    });
    this.#timer ??= setTimeout(() => void this.flush(), batchDelayMs);
  }

  /** Writes the pending entries. Resolves when they are written. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#writing = this.#writing.then(async () => {
      for (const entry of entries) await this.#write(entry);
    });
    await this.#writing;
  }

  async #write({ exchange, at, ...connection }: Entry): Promise<void> {
    const { port, id, screen, secrets, isPrivate = false } = connection;
    const redacted = redact(exchange, { secrets, isPrivate });
    try {
      await sql`
        insert into vendor_request (port, connection, is_failure, screen, at, duration_ms, problem, method, url, status, request_headers, request_body,
          response_headers, response_body)
        values (${port}, ${id}, ${hasFailed(exchange)}, ${screen}, ${at}, ${exchange.durationMs}, ${storedProblem(exchange.problem)}, ${redacted.method}, ${redacted.url},
          ${redacted.status}, ${JSON.stringify(redacted.requestHeaders)}, ${redacted.requestBody}, ${JSON.stringify(redacted.responseHeaders)}, ${redacted.responseBody})
        on conflict (port, connection, is_failure) do update set screen = excluded.screen, at = excluded.at, duration_ms = excluded.duration_ms,
          problem = excluded.problem, method = excluded.method, url = excluded.url, status = excluded.status, request_headers = excluded.request_headers,
          request_body = excluded.request_body, response_headers = excluded.response_headers, response_body = excluded.response_body
        where vendor_request.at <= excluded.at`.execute(this.#db);
    } catch (error) {
      this.#log.warn({ err: error, port }, 'A request to a vendor couldn’t be recorded');
    }
  }
}
