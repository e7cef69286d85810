import type { Permission } from '../../../contract/access/permissions.ts';
import type { RequiredRight } from '../../../contract/access/rights.ts';
import type { ObstacleCode, ServerAction } from './contract/obstacles.ts';
import { permissions } from './permissions.ts';

/** The permission that each action requires on the server. */
export const actionPermissions = {
  start: 'servers.operate',
  stop: 'servers.operate',
  reboot: 'servers.operate',
  suspend: 'servers.operate',
  resume: 'servers.operate',
  console: 'servers.operate',
  snapshot: 'servers.operate',
  resize: 'servers.configure',
  addDisk: 'servers.configure',
  addNic: 'servers.configure',
  rename: 'servers.configure',
  password: 'servers.configure',
  billing: 'servers.configure',
  clone: 'servers.create',
  terminate: 'servers.terminate',
  restore: 'servers.terminate',
  purge: 'servers.terminate',
  revert: 'servers.operate',
  lock: 'servers.configure',
  unlock: 'servers.configure',
  cd: 'servers.configure',
  backup: 'backups.manage',
  overwrite: 'backups.manage',
  transfer: 'servers.terminate',
} as const satisfies Record<ServerAction, Permission>;

/** What an action requires on the server. */
export interface Requirement {
  permission: Permission;
  right: RequiredRight;
}

function requirementOf(action: ServerAction): Requirement {
  const permission = actionPermissions[action];
  return { permission, right: permissions[permission].right };
}

/** The properties of a server that messages use. List items have all of them. */
export interface ObstacleSubject {
  name: string;
  power: 'on' | 'off' | 'suspended';
  task: { cmdId: number } | null;
  lock: { by: string; reason: string } | null;
}

/** A message from the `texts/obstacles` catalog, with its values. */
export interface ObstacleMessage {
  key: ObstacleCode | 'lockedByBecause' | 'lockedBy' | 'lockedBecause';
  values: Record<string, string>;
}

/**
 * Why an action is unavailable now: the message that both the tooltip and the rejection show.
 * `required`: what the action requires.
 */
export const obstacleMessage = (
  code: ObstacleCode,
  { name, power, task, lock }: ObstacleSubject,
  { permission, right }: Requirement,
): ObstacleMessage => ({
  key: code === 'locked' ? lockedKey(lock) : code,
  values: {
    name,
    permission,
    right,
    power,
    cmdId: String(task?.cmdId ?? ''),
    by: lock?.by ?? '',
    reason: lock?.reason ?? '',
  },
});

/**
 * The key of the message about who locked the server and why, depending on which of the two are
 * known.
 */
function lockedKey(lock: ObstacleSubject['lock']): ObstacleMessage['key'] {
  if (lock?.by) return lock.reason ? 'lockedByBecause' : 'lockedBy';
  return lock?.reason ? 'lockedBecause' : 'locked';
}

/** A server as shown in lists. */
export type ObstructedServer = ObstacleSubject & {
  obstacles: Partial<Record<ServerAction, ObstacleCode>>;
};

/** Why the action is unavailable for a listed server now. Null when it is available. */
export function obstacleMessageListed(
  action: ServerAction,
  server: ObstructedServer,
): ObstacleMessage | null {
  const code = server.obstacles[action];
  return code === undefined ? null : obstacleMessage(code, server, requirementOf(action));
}
