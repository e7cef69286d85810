import * as z from 'zod';

/** The actions on a server. */
export const serverActionNames = [
  'start',
  'stop',
  'reboot',
  'suspend',
  'resume',
  'console',
  'snapshot',
  'resize',
  'addDisk',
  'addNic',
  'rename',
  'password',
  'billing',
  'clone',
  'terminate',
  'restore',
  'purge',
  'revert',
  'lock',
  'unlock',
  'cd',
  'backup',
  'overwrite',
  'transfer',
] as const;
export type ServerAction = (typeof serverActionNames)[number];

/** Why an action is unavailable. The messages are in `rules.ts` of this slice. */
export const obstacleCode = z.enum([
  'notAllowed',
  'rightMissing',
  'lockedByParent',
  'ownerSuspended',
  'ownerNeedsBilling',
  'creating',
  'terminated',
  'notTerminated',
  'busy',
  'lost',
  'locked',
  'alreadyLocked',
  'notLocked',
  'datacenterNotReady',
  'mustBeOff',
  'mustBeOn',
  'mustBeSuspended',
  'mustBeOnOrSuspended',
  'mustBeOnOrOff',
  'offToClone',
  'onForConsole',
  'offToChange',
  'noConsole',
  'bootDisk',
  'diskInSnapshot',
  'lastInterface',
  'connected',
  'disconnected',
]);
export type ObstacleCode = z.output<typeof obstacleCode>;

/** The unavailable actions of a server, with their reasons. All other actions are available. */
export const serverObstacles = z.partialRecord(z.enum(serverActionNames), obstacleCode);
