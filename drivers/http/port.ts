import type { LookupFunction } from 'node:net';
import type { Problem } from '../problem.ts';

/** One HTTP request to a vendor. */
export interface VendorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  address: string | URL;
  headers: Record<string, string>;
  body: string | null;
  /**
   * Whether sending the request twice has no further effect. GET requests are repeatable by
   * default. A repeatable request is sent again after a short pause if no response arrives or a
   * gateway is unavailable. All others must be repeated by the caller or the user.
   */
  isRepeatable?: boolean;
}

export interface VendorResponse {
  status: number;
  /** Names in lowercase. */
  headers: Record<string, string>;
  text: string;
}

/** How drivers send requests. Redirects aren't followed. Throws the failure of the driver's port. */
export type HttpSend = (request: VendorRequest) => Promise<VendorResponse>;

/** A request and its outcome. */
export interface Exchange {
  request: VendorRequest;
  /** Null when no response arrived. */
  response: VendorResponse | null;
  /** Why no response arrived. */
  problem: Problem | null;
  durationMs: number;
}

/** What the portal provides for the requests of one connection. Everything is optional. */
export interface VendorAccess {
  /**
   * Called before each request. Returns how the hostname is resolved, which can fail for disallowed
   * addresses, or undefined for the system resolver. Throws the failure of the driver's port for a
   * URL that isn't allowed.
   */
  lookupFor?(url: URL): LookupFunction | undefined;
  /**
   * Resolves when another request can be sent to the host, at most `perSecond`. Throws
   * `DriverError` if too many are waiting.
   */
  enter?(host: string, perSecond: number): Promise<void>;
  record?(exchange: Exchange): void;
}

/** OAuth 2.0 tokens for a vendor (RFC 6749), as last stored. */
export interface Tokens {
  /** The access token. '' before the first one is issued. */
  access: string;
  accessUntil: Date;
  /**
   * The latest refresh token, if the vendor issues a new one at each renewal. '' for client
   * credentials.
   */
  refresh: string;
  /** When the refresh token expires. Null if unknown. */
  refreshUntil: Date | null;
}

/** Stores the tokens of a connection, shared by all callers. */
export interface TokenKeeper {
  read(): Promise<Tokens>;
  /**
   * Serializes token renewal and stores the result of `renew` before its first use, because reusing
   * or losing a refresh token ends the connection. Later callers get the result of the first,
   * unless it equals their `stale` token.
   */
  renew(stale: string, renew: (refresh: string) => Promise<Tokens>): Promise<Tokens>;
}
