import type { Logger } from 'pino';
import type { KeyType } from '../../contract/access/keys.ts';
import type { Permission } from '../../contract/access/permissions.ts';
import type { Role } from '../../contract/access/roles.ts';
import type { Language } from '../../contract/languages.ts';
import type { Reach } from './access/objectAccess.ts';
import type { PayerState } from './access/restriction.ts';
import type { AuditNote } from './audit/audit.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, DatabaseHandle } from './database/database.ts';
import type { EventHub } from './events/hub.ts';
import type { Resources } from './resources/resources.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Site } from './sites/sites.ts';
import type { Slices } from './slice.ts';
import type { Vendors } from './vendors/vendors.ts';

/** The caller. */
export interface Actor {
  userId: string;
  siteId: string;
  /**
   * Path of the actor's site in the tree. A site administrator has access to all paths that start
   * with it.
   */
  sitePath: string;
  role: Role;
  email: string;
  parentId: string | null;
  language: Language;
  /** The accessible rows, resolved once per request or background job. */
  reach: Reach;
  /**
   * Additional data of the call's session. Undefined for background work. A call with a key has the
   * data of the key's owner.
   */
  session?: SessionFacts;
  /** The API key that authenticated the call. */
  key?: KeyFacts;
  /**
   * The call runs in the sandbox: everything it sees and creates is simulated, free, and invisible
   * to others.
   */
  isSandboxed?: boolean;
  /**
   * The portal acts on behalf of the user on its own initiative, so account states don't block it.
   */
  isForPortal?: boolean;
}

/** Limits of a call with an access key, in addition to its owner's rights. */
export interface KeyFacts {
  id: string;
  clientId: string;
  name: string;
  type: KeyType;
  scopes: ReadonlySet<Permission>;
  /** The only accessible servers. Null if the key isn't bound to servers. */
  serverIds: readonly string[] | null;
  isTest: boolean;
  /** The generation of the key's secret that authenticated the call. */
  generation: number;
}

export interface SessionFacts {
  /** The stored digest of the session token. Empty for a call with a key. */
  hash: Buffer;
  /** Time of the user's last authentication. */
  provedAt: Date | null;
  /** The email address is verified, or the site requires no verification. */
  isEmailValidated: boolean;
  /** Locked by a parent account: read-only. */
  isLocked: boolean;
  account: AccountFacts;
  /**
   * The user's IANA time zone and one of the profile's date formats ('' for the language's
   * default).
   */
  timeZone: string;
  dateFormat: string;
  /** The user who is acting on behalf of this account, if any. */
  operator: Operator | null;
}

/** The account data that the web app loads at every start. */
export interface AccountFacts {
  billingState: number;
  accountState: string;
  /** State of the parent account, which pays. Null if there is no parent account. */
  parent: PayerState | null;
  externalState: number;
  paymentType: string;
  usesTfa: boolean;
}

/** A user who acts on behalf of another account. */
export interface Operator {
  userId: string;
  siteId: string;
  email: string;
  role: Role;
  until: Date;
  mayChange: boolean;
}

/**
 * Factories for the drivers of each port, so that slices only know the port. Slices add theirs by
 * declaration merging, and `server/drivers.ts` provides them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: slices add their ports
export interface Ports {}

/**
 * Services of the program, created once at start. Slices add their own by declaration merging and
 * set them in `server/portal.ts`.
 */
export interface Services {
  /** The declarations of the slices. */
  slices: Slices;
  ports: Ports;
  /** The port this process listens on, once it listens. */
  listening: { port: number | null };
  config: Config;
  database: DatabaseHandle;
  events: EventHub;
  secrets: Secrets;
  resources: Resources;
  vendors: Vendors;
}

/**
 * The first argument of all functions: the caller, the account it acts for, the site, the language,
 * and the transaction. `db` is the transaction within a call that changes something, otherwise the
 * pool.
 */
export interface Context {
  actor: Actor | null;
  onBehalfOf: string | null;
  site: Site;
  language: Language;
  log: Logger;
  clock: Clock;
  db: Database;
  services: Services;
  requestId: string;
  /**
   * The caller's IP address, taken from proxy headers only for trusted proxies. Empty for the
   * portal's own work.
   */
  ip: string;
  /** Adds to the audit entry of this call: its target, and the values before and after. */
  note(note: AuditNote): void;
  /**
   * Runs the work once the transaction has committed, so that external systems are only affected by
   * committed changes.
   */
  afterCommit(work: () => void | Promise<void>): void;
}

export interface SignedInContext extends Context {
  actor: Actor;
}
