import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { userError } from '../../../../../contract/errors/errors.ts';
import { findUser } from '../../../../../server/platform/access/actors.ts';
import { refreshAccess } from '../../../../../server/platform/access/objectAccess.ts';
import { restrictionOf } from '../../../../../server/platform/access/restriction.ts';
import type { Actor, Context, Services } from '../../../../../server/platform/context.ts';
import type { LiveEvent } from '../../../../../server/platform/events/hub.ts';
import {
  findSessionAccount,
  sessionLimits,
} from '../../../../../server/platform/session/session.ts';
import { findUsableServer } from '../../../servers/server/index.ts';
import { type CloseReason, type Closing, closeWith } from './closing.ts';
import { endedByKey, type KeyedConsole } from './keys.ts';

/** How often the sessions, access keys and accounts of open consoles are checked, in ms. */
const checkIntervalMs = 2_000;
/** Every how many checks the right on the server is checked too, in case an event was missed. */
const rightsCheckInterval = 5;
const maxPerUser = 20;

/** An open console. */
export interface OpenConsole extends KeyedConsole {
  socket: WebSocket;
  /** The console's user, for permission checks. */
  holder: Context & { actor: Actor };
  sessionHash: Buffer | null;
  closing: Closing;
  /** Resolves when the console and its recording are closed. */
  isOver: Promise<void>;
}

const watches = new WeakMap<Services, ConsoleWatch>();

export function watchOf(services: Services): ConsoleWatch {
  const watch = watches.get(services) ?? new ConsoleWatch(services);
  watches.set(services, watch);
  return watch;
}

/** Closes all consoles of this process and waits until their recordings are complete. */
export async function closeConsoles(services: Services): Promise<void> {
  await watches.get(services)?.close();
}

/**
 * The open consoles of a process. Closes those whose user signed out, was blocked or lost the
 * right, and those whose access key was revoked.
 */
class ConsoleWatch {
  readonly #services: Services;
  readonly #open = new Set<OpenConsole>();
  #timer: NodeJS.Timeout | null = null;
  #stopListening: () => void = () => undefined;
  #looks = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Throws `consoleLimit`. */
  add(console: OpenConsole): void {
    const { userId } = console.holder.actor;
    if ([...this.#open].filter(({ holder }) => holder.actor.userId === userId).length >= maxPerUser)
      throw userError('consoleLimit', { max: maxPerUser });
    if (this.#open.size === 0) this.#begin();
    this.#open.add(console);
    console.socket.once('close', () => {
      this.#open.delete(console);
      if (this.#open.size === 0) this.#rest();
    });
  }

  async close(): Promise<void> {
    const finishedStates = [...this.#open].map(({ isOver }) => isOver);
    for (const { socket } of this.#open) socket.terminate();
    await Promise.all(finishedStates);
  }

  #begin(): void {
    this.#timer = setInterval(
      () => void this.#look().catch(() => undefined),
      checkIntervalMs,
    ).unref();
    this.#stopListening = this.#services.events.subscribe((event) => this.#hear(event));
  }

  #rest(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#stopListening();
  }

  #hear(event: LiveEvent): void {
    if (event.topic === 'apikey') void this.#askKeys().catch(() => undefined);
    for (const console of this.#open) {
      if (event.topic === 'session' && event.id === console.sessionHash?.toString('hex'))
        end(console, { name: 'consoleSignedOut' });
      const isConsoleServer = event.topic === 'server' && event.id === console.serverId;
      if (isConsoleServer && event.data?.power === 'off')
        end(console, { name: 'consoleServerOff' });
      else if (isConsoleServer || event.topic === 'group' || event.topic === 'user')
        void this.#askRight(console);
    }
  }

  async #look(): Promise<void> {
    this.#looks += 1;
    await this.#askKeys();
    const consoles = [...this.#open];
    const live = await this.#liveSessions(consoles);
    const users = new Map<string, CloseReason | null>();
    for (const { holder } of consoles)
      if (!users.has(holder.actor.userId))
        users.set(holder.actor.userId, await this.#whyShutOut(holder.actor.userId));
    for (const console of consoles) {
      const { userId } = console.holder.actor;
      const isSignedOut =
        console.sessionHash !== null && live.get(console.sessionHash.toString('hex')) !== userId;
      const endReason = isSignedOut ? ({ name: 'consoleSignedOut' } as const) : users.get(userId);
      if (endReason) end(console, endReason);
      else if (this.#looks % rightsCheckInterval === 0) void this.#askRight(console);
    }
  }

  async #askKeys(): Promise<void> {
    const keyed = [...this.#open].filter(({ key }) => key !== null);
    for (const [console, ending] of await endedByKey(this.#services, keyed)) end(console, ending);
  }

  /**
   * The effective account of each active session, by its digest in hexadecimal. A session that acts
   * for another account only counts as long as the signed-in user has the rights of that account.
   */
  async #liveSessions(consoles: readonly OpenConsole[]): Promise<Map<string, string>> {
    const hashes = [
      ...new Set(
        consoles.flatMap(({ sessionHash }) => (sessionHash ? [sessionHash.toString('hex')] : [])),
      ),
    ];
    if (hashes.length === 0) return new Map();
    const { rows } = await sql<{ hash: string; userId: string; isActing: boolean }>`
      select encode(id_hash, 'hex') as hash, user_id as "userId", acting_for is not null as "isActing"
      from session where id_hash = any(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash) and ended_at is null
        and expires_at > now() and last_seen_at > now() - ${sessionLimits.idleMs} * interval '1 millisecond'`.execute(
      this.#services.database.db,
    );
    const live = new Map<string, string>();
    for (const { hash, userId, isActing } of rows) {
      const account = isActing
        ? await findSessionAccount(this.#services.database.pool, Buffer.from(hash, 'hex'))
        : userId;
      if (account !== null) live.set(hash, account);
    }
    return live;
  }

  async #whyShutOut(userId: string): Promise<CloseReason | null> {
    const user = await findUser(this.#services.database.db, userId);
    if (!user || user.obstacle) return { name: 'consoleSignedOut' };
    const isClosed =
      restrictionOf(
        { role: user.actor.role, ...user },
        { access: 'servers.operate', changes: true },
      ) !== null;
    return isClosed || user.isParentLocked ? { name: 'consoleRightGone' } : null;
  }

  async #askRight(console: OpenConsole): Promise<void> {
    // The console has outlived the call that resolved its access scope.
    await refreshAccess(console.holder)
      .then(() => findUsableServer(console.holder, console.serverId, 'operate'))
      .catch(() => end(console, { name: 'consoleRightGone' }));
  }
}

const end = (console: OpenConsole, ending: CloseReason): void =>
  closeWith(console.socket, ending, console.closing);
