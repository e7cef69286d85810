import type { LookupFunction } from 'node:net';
import type { Problem } from '../problem.ts';

/** One HTTP request to a vendor. */
export interface VendorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  address: string | URL;
  headers: Record<string, string>;
  body: string | null;
  /**
   * Sending it twice changes nothing. GET requests are repeatable unless they say otherwise. A
   * repeatable request is sent again after a short pause if no response arrives or a gateway is
   * unavailable. All others are repeated by the code or the user that made them.
   */
  isRepeatable?: boolean;
}

export interface VendorResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

/** How drivers send requests. Redirects aren't followed. Throws the failure of the driver's port. */
export type Ask = (request: VendorRequest) => Promise<VendorResponse>;

/** A request and what came of it. */
export interface Exchange {
  request: VendorRequest;
  /** Null: none arrived. */
  response: VendorResponse | null;
  /** Why no response arrived. */
  problem: Problem | null;
  durationMs: number;
}

/** What the portal provides for the requests of one connection. Everything can be left out. */
export interface VendorAccess {
  /**
   * Called before each request: returns how the name of the address is resolved, which can fail for
   * disallowed addresses; undefined for the usual way. Throws the failure of the driver's port for a
   * URL that isn't allowed.
   */
  lookupFor?(url: URL): LookupFunction | undefined;
  /**
   * Resolves when the host may be sent another request, at most `perSecond`. Throws `DriverError`
   * if too many are waiting.
   */
  enter?(host: string, perSecond: number): Promise<void>;
  record?(exchange: Exchange): void;
}

/** The access of a client at a vendor (OAuth 2.0, RFC 6749), as last stored. */
export interface Tokens {
  /** '' before the first was issued. */
  access: string;
  accessUntil: Date;
  /** Where the vendor replaces it at each renewal, the latest. '' for client credentials. */
  refresh: string;
  /** When the refresh token expires. Null: unknown. */
  refreshUntil: Date | null;
}

/** Keeps the tokens of a connection, one for all who ask. */
export interface TokenKeeper {
  read(): Promise<Tokens>;
  /**
   * Serializes token renewal and stores the result of `renew` before its first use, because reusing
   * or losing a refresh token ends the connection. Later callers get the result of the first,
   * unless it equals their `stale` token.
   */
  renew(stale: string, renew: (refresh: string) => Promise<Tokens>): Promise<Tokens>;
}
