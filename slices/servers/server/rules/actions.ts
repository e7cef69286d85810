import type * as z from 'zod';
import type { CodeName } from '../../../../contract/codes.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { serverActions } from '../../contract.ts';
import type { EngineFacts, Power, Problem, ServerState, Texts } from './facts.ts';

export type ServerAction = keyof z.output<typeof serverActions>;

/** What decides which actions a server allows. */
export interface ActionFacts {
  state: ServerState;
  power: Power;
  problem: Problem | null;
  /** Who locked it against accidents, and why; null when it is not locked. */
  lock: { by: string; reason: string } | null;
  /** The task that works on it now. */
  cmdId: number | null;
  engine: EngineFacts;
}

/** Why not: a whole sentence, which the tooltip and the refusal both say, and the code that the refusal has. */
export type Hindrance = Texts & { code: HindranceCode };
export type HindranceCode = Extract<
  CodeName,
  | 'serverWrongState'
  | 'serverBusy'
  | 'serverLocked'
  | 'serverNotInBin'
  | 'serverMustBeOff'
  | 'serverBootDisk'
  | 'serverDiskInSnapshot'
  | 'serverNicLimit'
  | 'consoleUnavailable'
  | 'datacenterNotReady'
>;

type Obstacle = (facts: ActionFacts) => Hindrance | null;

interface ActionRule {
  permission: Permission;
  /** Asked in turn; the first obstacle is the reason. */
  obstacles: readonly Obstacle[];
}

const text = (en: string, he: string): Texts => ({ en, he });
const because = (code: HindranceCode, en: string, he: string): Hindrance => ({ code, en, he });
const wrongState = (en: string, he: string): Hindrance => because('serverWrongState', en, he);

const powerWords: Record<Power, Texts> = {
  on: text('on', 'פועל'),
  off: text('off', 'כבוי'),
  suspended: text('suspended', 'מושעה'),
};

const beingMade: Obstacle = ({ state }) =>
  state === 'creating' ? wrongState('The server is still being created.', 'השרת עדיין בהקמה.') : null;

const inBin: Obstacle = ({ state }) =>
  state === 'bin' ? wrongState('The server is terminated. Restore it first.', 'השרת הופסק. יש לשחזר אותו תחילה.') : null;

const notInBin: Obstacle = ({ state }) =>
  state === 'bin' ? null : because('serverNotInBin', 'The server isn’t in the Trash.', 'השרת אינו באשפה.');

const busy: Obstacle = ({ cmdId }) =>
  cmdId === null
    ? null
    : because(
        'serverBusy',
        `The server is busy with task ${cmdId}. Wait until it finishes.`,
        `השרת עסוק במשימה ${cmdId}. יש להמתין לסיומה.`,
      );

const lost: Obstacle = ({ problem }) =>
  problem?.kind === 'lost' ? wrongState('The server is missing from its host.', 'השרת חסר במארח שלו.') : null;

/** In words, who locked it and why. */
export const locked: Obstacle = ({ lock }) => {
  if (!lock) return null;
  const why = lock.reason ? `: “${lock.reason}”` : '';
  const by = (en: string, he: string) => (lock.by ? [` ${en} ${lock.by}`, ` ${he} ${lock.by}`] : ['', '']);
  const [en, he] = by('by', 'על ידי');
  return because('serverLocked', `The server is locked${en}${why}. Unlock it first.`, `השרת נעול${he}${why}. יש לבטל את הנעילה תחילה.`);
};

const isLocked: Obstacle = ({ lock }) => (lock ? wrongState('The server is already locked.', 'השרת כבר נעול.') : null);
const notLocked: Obstacle = ({ lock }) => (lock ? null : wrongState('The server isn’t locked.', 'השרת אינו נעול.'));

const engineAway: Obstacle = ({ engine }) =>
  engine.isReady
    ? null
    : because('datacenterNotReady', 'The datacenter can’t run servers right now.', 'מרכז הנתונים אינו יכול להריץ שרתים כעת.');

const mustAs =
  (code: HindranceCode) =>
  (...wanted: Power[]): Obstacle =>
  ({ power }) => {
    if (wanted.includes(power)) return null;
    const list = (language: 'en' | 'he', or: string) => wanted.map((word) => powerWords[word][language]).join(or);
    return because(
      code,
      `The server is ${powerWords[power].en}, but it must be ${list('en', ' or ')}.`,
      `השרת ${powerWords[power].he}, אך עליו להיות ${list('he', ' או ')}.`,
    );
  };
const must = mustAs('serverWrongState');

/** What the engine changes only while the server is off. */
const offUnless =
  (live: keyof EngineFacts['live']): Obstacle =>
  ({ power, engine }) =>
    power === 'off' || engine.live[live]
      ? null
      : because(
          'serverMustBeOff',
          'Stop the server first. Its engine can change this only while the server is off.',
          'יש לכבות את השרת תחילה. המנוע שלו יכול לשנות זאת רק כשהשרת כבוי.',
        );

const noConsole: Obstacle = ({ engine }) =>
  engine.consoles.length > 0
    ? null
    : because('consoleUnavailable', 'The server’s engine doesn’t offer a console.', 'המנוע של השרת אינו מציע קונסולה.');

/** A server that is there, free and with its engine at hand. */
const there = [beingMade, inBin, busy, engineAway, lost] as const;
/** What only the portal's own books are touched for. */
const inBooks = [beingMade, inBin] as const;

const rules: Record<ServerAction, ActionRule> = {
  start: { permission: 'servers.operate', obstacles: [...there, must('off')] },
  stop: { permission: 'servers.operate', obstacles: [...there, must('on', 'suspended'), locked] },
  reboot: { permission: 'servers.operate', obstacles: [...there, must('on'), locked] },
  suspend: { permission: 'servers.operate', obstacles: [...there, must('on'), locked] },
  resume: { permission: 'servers.operate', obstacles: [...there, must('suspended')] },
  console: {
    permission: 'servers.operate',
    obstacles: [beingMade, inBin, engineAway, lost, mustAs('consoleUnavailable')('on', 'suspended'), noConsole],
  },
  snapshot: { permission: 'servers.operate', obstacles: there },
  resize: { permission: 'servers.configure', obstacles: [...there, must('on', 'off'), offUnless('cores'), locked] },
  addDisk: { permission: 'servers.configure', obstacles: [...there, offUnless('addDisk')] },
  addNic: { permission: 'servers.configure', obstacles: [...there, offUnless('addNic')] },
  rename: { permission: 'servers.configure', obstacles: inBooks },
  password: { permission: 'servers.configure', obstacles: there },
  billing: { permission: 'servers.configure', obstacles: inBooks },
  clone: { permission: 'servers.create', obstacles: [...there, mustAs('serverMustBeOff')('off')] },
  terminate: { permission: 'servers.terminate', obstacles: [beingMade, inBin, busy, engineAway, locked] },
  restore: { permission: 'servers.terminate', obstacles: [notInBin, busy] },
  purge: { permission: 'servers.terminate', obstacles: [notInBin, busy, engineAway] },
  revert: { permission: 'servers.operate', obstacles: [...there, locked] },
  lock: { permission: 'servers.configure', obstacles: [...inBooks, isLocked] },
  unlock: { permission: 'servers.configure', obstacles: [...inBooks, notLocked] },
  cd: { permission: 'servers.configure', obstacles: there },
  backup: { permission: 'backups.manage', obstacles: there },
  overwrite: { permission: 'backups.manage', obstacles: [...there, locked] },
  transfer: { permission: 'servers.terminate', obstacles: [beingMade, inBin, busy, lost, locked] },
};

export const serverActionNames = Object.keys(rules) as ServerAction[];

/** Why the server does not allow the action now, whoever asks; null when it does. */
export const obstacleTo = (action: ServerAction, facts: ActionFacts): Hindrance | null => firstOf(rules[action].obstacles, facts);

function firstOf(obstacles: readonly Obstacle[], facts: ActionFacts): Hindrance | null {
  for (const obstacle of obstacles) {
    const reason = obstacle(facts);
    if (reason) return reason;
  }
  return null;
}

/** The permission that the action asks for. */
export const permissionFor = (action: ServerAction): Permission => rules[action].permission;

/** Every action with the reason why it cannot be done now, or null. */
export function reasonsFor(
  facts: ActionFacts,
  viewer: { language: keyof Texts; lacks(permission: Permission): Texts | null },
): Record<ServerAction, string | null> {
  const entries = serverActionNames.map((action) => {
    const reason = viewer.lacks(rules[action].permission) ?? obstacleTo(action, facts);
    return [action, reason?.[viewer.language] ?? null];
  });
  return Object.fromEntries(entries) as Record<ServerAction, string | null>;
}

type Parts<K extends string> = Record<K, Hindrance | null>;

/** What hinders a change of a disk. */
export function diskObstacles(facts: ActionFacts, disk: { isBoot: boolean; isInSnapshot: boolean }): Parts<'grow' | 'remove'> {
  const boot = disk.isBoot
    ? because(
        'serverBootDisk',
        'The first disk contains the operating system and can’t be removed.',
        'הדיסק הראשון מכיל את מערכת ההפעלה ולא ניתן להסיר אותו.',
      )
    : null;
  const held = disk.isInSnapshot
    ? because(
        'serverDiskInSnapshot',
        'A snapshot uses this disk. Delete the snapshots first.',
        'תמונת מצב משתמשת בדיסק זה. יש למחוק תחילה את תמונות המצב.',
      )
    : null;
  return {
    grow: firstOf([...there, offUnless('growDisk')], facts),
    remove: boot ?? held ?? firstOf([...there, offUnless('removeDisk'), locked], facts),
  };
}

/** What hinders a change of a network card. */
export function nicObstacles(
  facts: ActionFacts,
  nic: { isConnected: boolean; isLast: boolean },
): Parts<'connect' | 'disconnect' | 'remove' | 'move'> {
  const last = nic.isLast
    ? because('serverNicLimit', 'A server must have at least one network interface.', 'לשרת חייב להיות ממשק רשת אחד לפחות.')
    : null;
  const free = firstOf(there, facts);
  return {
    connect: nic.isConnected ? wrongState('The interface is connected.', 'הממשק מחובר.') : free,
    disconnect: nic.isConnected ? free : wrongState('The interface isn’t connected.', 'הממשק אינו מחובר.'),
    remove: last ?? firstOf([...there, offUnless('removeNic')], facts),
    move: firstOf([...there, offUnless('removeNic'), offUnless('addNic')], facts),
  };
}

/** The same in words, for a screen. */
export function inWords<K extends string>(obstacles: Parts<K>, language: keyof Texts): Record<K, string | null> {
  const entries = Object.entries<Hindrance | null>(obstacles).map(([verb, obstacle]) => [verb, obstacle?.[language] ?? null]);
  return Object.fromEntries(entries) as Record<K, string | null>;
}

/** What a snapshot allows. */
export function snapshotReasons(facts: ActionFacts, language: keyof Texts) {
  const first = (obstacles: readonly Obstacle[]) => firstOf(obstacles, facts)?.[language] ?? null;
  const free = first(there);
  return { revert: first([...there, locked]), remove: free, change: first(inBooks), clone: free };
}
