import { type Permission, requiredRightFor } from '../../../../../contract/access/permissions.ts';
import type { CodeName } from '../../../../../contract/errors/codes.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import {
  type ObstacleCode,
  type ServerAction,
  serverActionNames,
} from '../../contract/obstacles.ts';
import { actionPermissions, type ObstacleSubject, type Requirement } from '../../rules.ts';
import { obstacleSentence } from '../read/obstacleSentence.ts';
import type { EngineFacts, Power, Problem, ServerState } from './facts.ts';

export type { ServerAction } from '../../contract/obstacles.ts';

/** The facts that determine which actions are possible on a server. */
export interface ActionFacts {
  state: ServerState;
  power: Power;
  problem: Problem | null;
  /** Who locked the server against accidental changes, and why. Null if it isn't locked. */
  lock: { by: string; reason: string } | null;
  /** The task currently running on the server. */
  cmdId: number | null;
  engine: EngineFacts;
}

/**
 * A denial reason: a complete sentence for both the tooltip and the rejection, and the error code
 * of the rejection.
 */
export type ActionObstacle = LocalizedText & { code: ActionObstacleCode };
export type ActionObstacleCode = Extract<
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

type Obstacle = (facts: ActionFacts) => ObstacleCode | null;

/** The error codes of rejections other than `serverWrongState`. */
const errorCodes: Partial<Record<ObstacleCode, ActionObstacleCode>> = {
  busy: 'serverBusy',
  locked: 'serverLocked',
  notTerminated: 'serverNotInBin',
  datacenterNotReady: 'datacenterNotReady',
  offToClone: 'serverMustBeOff',
  offToChange: 'serverMustBeOff',
  onForConsole: 'consoleUnavailable',
  noConsole: 'consoleUnavailable',
  bootDisk: 'serverBootDisk',
  diskInSnapshot: 'serverDiskInSnapshot',
  lastInterface: 'serverNicLimit',
};

const obstacleIf =
  (code: ObstacleCode, applies: (facts: ActionFacts) => boolean): Obstacle =>
  (facts) =>
    applies(facts) ? code : null;

const whileCreating = obstacleIf('creating', ({ state }) => state === 'creating');
const inTrash = obstacleIf('terminated', ({ state }) => state === 'bin');
const notTerminated = obstacleIf('notTerminated', ({ state }) => state !== 'bin');
const busy = obstacleIf('busy', ({ cmdId }) => cmdId !== null);
const lost = obstacleIf('lost', ({ problem }) => problem?.kind === 'lost');
const locked = obstacleIf('locked', ({ lock }) => lock !== null);
const isLocked = obstacleIf('alreadyLocked', ({ lock }) => lock !== null);
const notLocked = obstacleIf('notLocked', ({ lock }) => lock === null);
const engineUnavailable = obstacleIf('datacenterNotReady', ({ engine }) => !engine.isReady);
const noConsole = obstacleIf('noConsole', ({ engine }) => engine.consoles.length === 0);

const requiresPower = (code: ObstacleCode, ...allowedStates: Power[]): Obstacle =>
  obstacleIf(code, ({ power }) => !allowedStates.includes(power));

/**
 * A change that the engine can only make while the server is off, unless it supports the change on
 * a running server.
 */
const offUnless = (live: keyof EngineFacts['live']): Obstacle =>
  obstacleIf('offToChange', ({ power, engine }) => power !== 'off' && !engine.live[live]);

/** The server exists, has no running task and its engine is reachable. */
const available = [whileCreating, inTrash, busy, engineUnavailable, lost] as const;
/** Conditions for actions that change only the portal's own data. */
const unavailableForBilling = [whileCreating, inTrash] as const;

/** Checked in order. The first obstacle is the reason. */
const rules: Record<ServerAction, readonly Obstacle[]> = {
  start: [...available, requiresPower('mustBeOff', 'off')],
  stop: [...available, requiresPower('mustBeOnOrSuspended', 'on', 'suspended'), locked],
  reboot: [...available, requiresPower('mustBeOn', 'on'), locked],
  suspend: [...available, requiresPower('mustBeOn', 'on'), locked],
  resume: [...available, requiresPower('mustBeSuspended', 'suspended')],
  console: [
    whileCreating,
    inTrash,
    engineUnavailable,
    lost,
    requiresPower('onForConsole', 'on', 'suspended'),
    noConsole,
  ],
  snapshot: available,
  resize: [...available, requiresPower('mustBeOnOrOff', 'on', 'off'), offUnless('cores'), locked],
  addDisk: [...available, offUnless('addDisk')],
  addNic: [...available, offUnless('addNic')],
  rename: unavailableForBilling,
  password: available,
  billing: unavailableForBilling,
  clone: [...available, requiresPower('offToClone', 'off')],
  terminate: [whileCreating, inTrash, busy, engineUnavailable, locked],
  restore: [notTerminated, busy],
  purge: [notTerminated, busy, engineUnavailable],
  revert: [...available, locked],
  lock: [...unavailableForBilling, isLocked],
  unlock: [...unavailableForBilling, notLocked],
  cd: available,
  backup: available,
  overwrite: [...available, locked],
  transfer: [whileCreating, inTrash, busy, lost, locked],
};

/**
 * The denial reason for the current server state, regardless of the caller. Null when the action is
 * allowed.
 */
export const obstacleTo = (action: ServerAction, facts: ActionFacts): ActionObstacle | null =>
  describeObstacle(firstOf(rules[action], facts), facts, permissionFor(action));

function firstOf(obstacles: readonly Obstacle[], facts: ActionFacts): ObstacleCode | null {
  for (const obstacle of obstacles) {
    const code = obstacle(facts);
    if (code) return code;
  }
  return null;
}

/**
 * The server as used in obstacle messages. Only messages about a viewer contain its name, and those
 * aren't used here.
 */
const subjectOf = ({ power, cmdId, lock }: ActionFacts, name = ''): ObstacleSubject => ({
  ...{ name, power, lock },
  task: cmdId === null ? null : { cmdId },
});

/** The requirement of a permission on a server. */
export const required = (permission: Permission): Requirement => ({
  permission,
  right: requiredRightFor(permission),
});

const describeObstacle = (
  code: ObstacleCode | null,
  facts: ActionFacts,
  permission: Permission = 'servers.configure',
): ActionObstacle | null =>
  code && {
    code: errorCodes[code] ?? 'serverWrongState',
    ...obstacleSentence(code, subjectOf(facts), required(permission)),
  };

/** The permission that the action requires. */
export const permissionFor = (action: ServerAction): Permission => actionPermissions[action];

/**
 * The viewer of a server: for each permission, why they don't have it on this server, or null if
 * they do.
 */
export interface Viewer {
  lacks(permission: Permission): ObstacleCode | null;
}

/** All unavailable actions, each with its denial reason. */
export function obstaclesOf(
  facts: ActionFacts,
  viewer: Viewer,
): Partial<Record<ServerAction, ObstacleCode>> {
  const found: Partial<Record<ServerAction, ObstacleCode>> = {};
  for (const action of serverActionNames) {
    const code = viewer.lacks(actionPermissions[action]) ?? firstOf(rules[action], facts);
    if (code) found[action] = code;
  }
  return found;
}

/** Like `obstaclesOf`, for one action and as a sentence. Null when the action is available. */
export function unavailableReason(
  action: ServerAction,
  facts: ActionFacts,
  viewer: Viewer & { name: string; language: keyof LocalizedText },
): string | null {
  const permission = actionPermissions[action];
  const code = viewer.lacks(permission) ?? firstOf(rules[action], facts);
  return (
    code &&
    obstacleSentence(code, subjectOf(facts, viewer.name), required(permission))[viewer.language]
  );
}

type Parts<K extends string> = Record<K, ActionObstacle | null>;

/** The obstacles to changing a disk. */
export function diskObstacles(
  facts: ActionFacts,
  disk: { isBoot: boolean; isInSnapshot: boolean },
): Parts<'grow' | 'remove'> {
  const boot = disk.isBoot ? 'bootDisk' : null;
  const snapshotObstacle = disk.isInSnapshot ? 'diskInSnapshot' : null;
  return {
    grow: describeObstacle(firstOf([...available, offUnless('growDisk')], facts), facts),
    remove: describeObstacle(
      boot ?? snapshotObstacle ?? firstOf([...available, offUnless('removeDisk'), locked], facts),
      facts,
    ),
  };
}

/** The obstacles to changing a network interface. */
export function nicObstacles(
  facts: ActionFacts,
  nic: { isConnected: boolean; isLast: boolean },
): Parts<'connect' | 'disconnect' | 'remove' | 'move'> {
  const presentObstacle = firstOf(available, facts);
  const removal = firstOf([...available, offUnless('removeNic')], facts);
  return {
    connect: describeObstacle(nic.isConnected ? 'connected' : presentObstacle, facts),
    disconnect: describeObstacle(nic.isConnected ? presentObstacle : 'disconnected', facts),
    remove: describeObstacle(nic.isLast ? 'lastInterface' : removal, facts),
    move: describeObstacle(
      firstOf([...available, offUnless('removeNic'), offUnless('addNic')], facts),
      facts,
    ),
  };
}

/** The obstacles as text in the language of the screen. */
export function obstacleTexts<K extends string>(
  obstacles: Parts<K>,
  language: keyof LocalizedText,
): Record<K, string | null> {
  const entries = Object.entries<ActionObstacle | null>(obstacles).map(([verb, obstacle]) => [
    verb,
    obstacle?.[language] ?? null,
  ]);
  return Object.fromEntries(entries) as Record<K, string | null>;
}

/** The available snapshot actions. */
export function snapshotReasons(facts: ActionFacts, language: keyof LocalizedText) {
  const first = (obstacles: readonly Obstacle[]) =>
    describeObstacle(firstOf(obstacles, facts), facts)?.[language] ?? null;
  const presentObstacle = first(available);
  return {
    revert: first([...available, locked]),
    remove: presentObstacle,
    change: first(unavailableForBilling),
    clone: presentObstacle,
  };
}
