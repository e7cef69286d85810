import type { LookupFunction } from 'node:net';
import type { Logger } from 'pino';
import type { VendorAccess } from '../../../drivers/http/port.ts';
import type { Database } from '../database/database.ts';
import { HostPace } from './hostPace.ts';
import { type VendorConnection, VendorRequestLog } from './requestLog.ts';

interface WantedAccess extends VendorConnection {
  /** As `VendorAccess.lookupFor`. Undefined: any address that the machine resolves. */
  lookupFor: ((url: URL) => LookupFunction | undefined) | undefined;
}

/** The vendors of this portal: one pace per host for all connections, and one log of requests. */
export class Vendors {
  readonly requestLog: VendorRequestLog;
  readonly #pace = new HostPace();
  readonly #log: Logger;

  constructor(db: Database, log: Logger) {
    this.requestLog = new VendorRequestLog(db, log);
    this.#log = log;
  }

  /** The access with which a driver sends its requests. */
  access({ lookupFor, ...connection }: WantedAccess): VendorAccess {
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
