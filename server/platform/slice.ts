import type { Logger } from 'pino';
import type { ObjectType } from '../../contract/access/rights.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { LocalizedText } from '../../contract/languages.ts';
import type { MenuEntry } from '../../contract/menu.ts';
import type { ObjectKind } from './access/objects.ts';
import type { Context, Services } from './context.ts';
import type { RowRules } from './database/rowSecurity/rules.ts';
import type { HookContribution } from './hooks.ts';
import type { CallCheck } from './http/callCheck.ts';
import type { BoundRoute } from './http/routes.ts';
import type { AttachmentMaker } from './mail/attachments.ts';
import type { MailKind } from './mail/mail.ts';
import type { Notification } from './notify/notifications.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Setting } from './settings/settings.ts';
import type { Site } from './sites/sites.ts';
import type { PeriodicJob } from './tasks/periodicJobs.ts';
import type { AnyTaskType } from './tasks/task.ts';

/** Everything that a slice contributes to the server, declared once in its `server/index.ts`. */
export interface Slice {
  /** The name of the slice's folder. */
  name: string;
  routes?: readonly BoundRoute[];
  menu?: readonly MenuEntry[];
  settings?: readonly Setting<unknown>[];
  tasks?: readonly AnyTaskType[];
  /** Periodic jobs. */
  periodicJobs?: readonly PeriodicJob[];
  /** Durable outbound jobs. */
  outbound?: readonly Outbound[];
  mails?: readonly MailKind[];
  /** Notifications. Their emails don't have to be listed under `mails`. */
  notifications?: readonly Notification[];
  /** Creates files attached to emails, by attachment type. */
  attachments?: Readonly<Record<string, AttachmentMaker>>;
  /** The row security of its tables, by table. A slice owns the tables for which it has rules. */
  rowRules?: RowRules;
  /** Object types that calls can act on. */
  objects?: readonly ObjectKind[];
  /** Checks that run on every call. */
  checks?: readonly CallCheck[];
  /** Titles of activity log entries that aren't operations of the contract, by name. */
  logTitles?: Readonly<Record<string, LocalizedText>>;
  /** Contributions to hooks of other slices. */
  hooks?: readonly HookContribution[];
  /**
   * Creates the slice's initial rows in a new portal, before any work. Runs in the order of the
   * slices.
   */
  prepare?(services: Services, rootSite: Site): Promise<void>;
  /**
   * Subscribes to engine changes in a process that runs tasks. Returns a function that
   * unsubscribes.
   */
  followEngines?(ctx: Context): () => void;
  /** Starts the slice's own work in a process that runs tasks, once tasks are running. */
  startWork?(parts: { services: Services; log: Logger }): Promise<void>;
  /**
   * Closes resources that callers keep open, such as streams, when the portal stops accepting
   * calls.
   */
  disconnect?(services: Services): Promise<void> | void;
  /** Ends the slice's own work when the portal has closed, before the database closes. */
  close?(services: Services): Promise<void> | void;
}

export const defineSlice = (slice: Slice): Slice => slice;

/** The declarations of all slices, by name, available as `services.slices`. */
export interface Slices {
  /** In the order in which the slices are listed. */
  list: readonly Slice[];
  operations: ReadonlyMap<string, Endpoint>;
  /** In the order of the slices, which is also the order within each section of the menu. */
  menu: readonly MenuEntry[];
  settings: ReadonlyMap<string, Setting<unknown>>;
  outbound: ReadonlyMap<string, Outbound>;
  mails: ReadonlyMap<string, MailKind>;
  notifications: ReadonlyMap<number, Notification>;
  attachments: ReadonlyMap<string, AttachmentMaker>;
  objects: ReadonlyMap<ObjectType, ObjectKind>;
  logTitles: ReadonlyMap<string, LocalizedText>;
  hooked: ReadonlyMap<string, readonly unknown[]>;
}

/** Collects the declarations of all slices. Throws if two slices declare the same name. */
export function collectSlices(
  list: readonly Slice[],
  operations: Readonly<Record<string, Endpoint>>,
): Slices {
  const all = <T>(part: (slice: Slice) => readonly T[] | undefined): T[] =>
    list.flatMap((slice) => part(slice) ?? []);
  const notifications = all((slice) => slice.notifications);
  const mails = [...all((slice) => slice.mails), ...notifications.map(({ mail }) => mail)];
  const hooked = new Map<string, unknown[]>();
  for (const { hook, contribution } of all((slice) => slice.hooks))
    hooked.set(hook.name, [...(hooked.get(hook.name) ?? []), contribution]);
  return {
    list,
    operations: new Map(Object.entries(operations)),
    menu: [
      ...byName(
        'menu entry',
        all((slice) => slice.menu),
        ({ id }) => id,
      ).values(),
    ],
    settings: byName(
      'setting',
      all((slice) => slice.settings),
      ({ id }) => id,
    ),
    outbound: byName(
      'outbound job',
      all((slice) => slice.outbound),
      ({ type }) => type.name,
    ),
    mails: byName('email', mails, ({ kind }) => kind),
    notifications: byName('notification', notifications, ({ id }) => id),
    attachments: entriesByName(
      'attachment',
      list.map(({ attachments }) => attachments),
    ),
    objects: byName(
      'object type',
      all((slice) => slice.objects),
      ({ type }) => type,
    ),
    logTitles: entriesByName(
      'log title',
      list.map(({ logTitles }) => logTitles),
    ),
    hooked,
  };
}

function byName<T, N extends string | number>(
  kind: string,
  all: readonly T[],
  nameOf: (one: T) => N,
): Map<N, T> {
  const found = new Map<N, T>();
  for (const one of all) {
    const name = nameOf(one);
    if (found.has(name)) throw new Error(`The ${kind} ${name} is declared twice.`);
    found.set(name, one);
  }
  return found;
}

/** The row security of every table. Throws if two slices have a rule for the same table. */
export const collectRowRules = (list: readonly Slice[]): RowRules =>
  Object.fromEntries(
    entriesByName(
      'row rule',
      list.map(({ rowRules }) => rowRules),
    ),
  );

const entriesByName = <T>(
  kind: string,
  records: readonly (Readonly<Record<string, T>> | undefined)[],
): Map<string, T> =>
  new Map(
    byName(
      kind,
      records.flatMap((record) => Object.entries(record ?? {})),
      ([name]) => name,
    ).values(),
  );
