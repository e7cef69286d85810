import type { LookupFunction } from 'node:net';
import type { Logger } from 'pino';
import type { VendorAccess } from '../../../drivers/http/port.ts';
import type { Database } from '../database/database.ts';
import { HostRateLimiter } from './hostRateLimiter.ts';
import { type VendorConnection, VendorRequestLog } from './requestLog.ts';

interface AccessOptions extends VendorConnection {
  /** See `VendorAccess.lookupFor`. Undefined allows any address that the machine resolves. */
  lookupFor: ((url: URL) => LookupFunction | undefined) | undefined;
}

/**
 * Manages the vendors of this portal, with one rate limit per host for all connections and one
 * request log.
 */
export class Vendors {
  readonly requestLog: VendorRequestLog;
  readonly #pace = new HostRateLimiter();
  readonly #log: Logger;

  constructor(db: Database, log: Logger) {
    this.requestLog = new VendorRequestLog(db, log);
    this.#log = log;
  }

  /** Returns the access that a driver uses to send its requests. */
  access({ lookupFor, ...connection }: AccessOptions): VendorAccess {
    return {
      ...(lookupFor ? { lookupFor } : {}),
      enter: (host, perSecond) => this.#pace.enter(host, perSecond),
      record: (exchange) => {
        const { request, response, durationMs } = exchange;
        const { host, pathname } = new URL(request.address);
        this.#log.debug(
          {
            ...{ port: connection.port, host, method: request.method, path: pathname },
            ...{ status: response?.status ?? null, durationMs },
          },
          'A vendor was called',
        );
        this.requestLog.add(connection, exchange);
      },
    };
  }

  close(): Promise<void> {
    return this.requestLog.flush();
  }
}
