import type { Logger } from 'pino';
import type { KeyType } from '../../contract/keys.ts';
import type { Language } from '../../contract/languages.ts';
import type { Permission, Role } from '../../contract/permissions.ts';
import type { PayerState } from './access/closure.ts';
import type { Reach } from './access/reach.ts';
import type { AuditNote } from './audit/audit.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database, DatabaseHandle } from './database/database.ts';
import type { EventHub } from './events/hub.ts';
import type { Resources } from './resources/resources.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Site } from './sites/sites.ts';

/** Who asks. */
export interface Actor {
  userId: string;
  siteId: string;
  /** Path of the actor's site in the tree: what a site administrator reaches begins with it. */
  sitePath: string;
  role: Role;
  email: string;
  parentId: string | null;
  language: Language;
  /** Whose rows it reaches, resolved for this request or piece of work. */
  reach: Reach;
  /** What the call's session says besides; work that is no call has none. A call with a key has the facts of its owner. */
  session?: SessionFacts;
  /** The API key the call came with. */
  key?: KeyFacts;
  /** Works in the sandbox: everything it sees and creates is simulated, free, and invisible to others. */
  isSandboxed?: boolean;
  /** The portal itself acts in his name: the states of accounts are what it goes by, and do not stop it. */
  isForPortal?: boolean;
}

/** What bounds a call that came with an API key, besides what its owner may do. */
export interface KeyFacts {
  id: string;
  clientId: string;
  name: string;
  type: KeyType;
  scopes: ReadonlySet<Permission>;
  /** The only objects within its reach; null when it is not bound to servers. */
  serverIds: readonly string[] | null;
  isTest: boolean;
  /** Counts the secrets of the key: which one the call came with. */
  generation: number;
}

export interface SessionFacts {
  /** The session, by its stored digest; empty for a call with a key. */
  hash: Buffer;
  /** When the person last proved who it is. */
  provedAt: Date | null;
  /** The address was proved, or the site asks for no proof. */
  isEmailValidated: boolean;
  /** A parent locked this account: it sees and changes nothing. */
  isLocked: boolean;
  account: AccountFacts;
  /** How who sits there wants moments written: an IANA zone, and one of the profile's date formats ('' as the language has it). */
  timeZone: string;
  dateFormat: string;
  /** The user who is acting on behalf of this account, if any. */
  operator: Operator | null;
}

/** What the console shows of the account at every start. */
export interface AccountFacts {
  billingState: number;
  accountState: string;
  /** Of the account that pays for this one; null where it has no parent. */
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

/** Services of the program, created once at start. Slices add their own by declaration merging and set them in `server/main.ts`. */
export interface Services {
  config: Config;
  database: DatabaseHandle;
  events: EventHub;
  secrets: Secrets;
  resources: Resources;
}

/**
 * The first argument of everything: who asks, on whose behalf, at which site, in which language, in which transaction.
 * `db` is the transaction inside a call that changes something, the pool otherwise.
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
  /** The caller's address, believed only as far as the configured proxies go. Empty for the portal's own work. */
  ip: string;
  /** Adds to the audit entry of this call: what it is about, before and after. */
  note(note: AuditNote): void;
  /** Runs once the transaction has committed: work on the outside world starts only then. */
  afterCommit(work: () => void | Promise<void>): void;
}

export interface SignedInContext extends Context {
  actor: Actor;
}
