import type { Permission } from '../../../contract/access/permissions.ts';
import type { Needed } from '../../../contract/access/rights.ts';
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

/** The requirement of an action on the server. */
export interface Requirement {
  permission: Permission;
  right: Needed;
}

function requirementOf(action: ServerAction): Requirement {
  const permission = actionPermissions[action];
  return { permission, right: permissions[permission].right };
}

/** The server in messages. A list item has all of it. */
export interface ObstacleSubject {
  name: string;
  power: 'on' | 'off' | 'suspended';
  task: { cmdId: number } | null;
  lock: { by: string; reason: string } | null;
}

/** A message of the catalog `texts/obstacles`, with its values. */
export interface ObstacleMessage {
  key: ObstacleCode | 'lockedByBecause' | 'lockedBy' | 'lockedBecause';
  values: Record<string, string>;
}

/**
 * Why an action isn't possible now: the message that the tooltip and the rejection both show.
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

/** The message about who locked the server and why, as far as both are known. */
function lockedKey(lock: ObstacleSubject['lock']): ObstacleMessage['key'] {
  if (lock?.by) return lock.reason ? 'lockedByBecause' : 'lockedBy';
  return lock?.reason ? 'lockedBecause' : 'locked';
}

/** A server as lists show it. */
export type ObstructedServer = ObstacleSubject & {
  obstacles: Partial<Record<ServerAction, ObstacleCode>>;
};

/** Why the action isn't possible with a listed server now; null when it is. */
export function obstacleMessageListed(
  action: ServerAction,
  server: ObstructedServer,
): ObstacleMessage | null {
  const code = server.obstacles[action];
  return code === undefined ? null : obstacleMessage(code, server, requirementOf(action));
}
