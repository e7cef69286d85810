import type { Permission } from './permissions.ts';

/** Object types of rights (specification section 3, object type codes). */
export const objectTypes = [
  'ot.site',
  'ot.server',
  'ot.network',
  'ot.subnet',
  'ot.hdlib',
  'ot.fileserver',
  'ot.apikey',
  'ot.user',
  'ot.csp.customer',
  'ot.csp.azcustomer',
  'ot.csp.connector',
  'ot.csp.catalog',
  'ot.adobe.connector',
  'ot.sc',
  'ot.os.instance',
  'ot.os.gateway',
] as const;
export type ObjectType = (typeof objectTypes)[number];

/** Rights a group can grant on an object; each includes the ones before it. */
export const rights = ['view', 'operate', 'manage', 'terminate'] as const;
export type Right = (typeof rights)[number];

/**
 * What a call requires on its object: a right that a group can grant, or ownership (a bill, for
 * example).
 */
export type Needed = Right | 'own';

/** 1 to 4, or 0 without a right. */
export const rankOf = (right: Right): number => rights.indexOf(right) + 1;

/**
 * The right that a permission requires on its object. Permissions that aren't listed can't be
 * granted by a group.
 */
const needed: Partial<Record<Permission, Right>> = {
  'servers.view': 'view',
  'statistics.view': 'view',
  'servers.operate': 'operate',
  'alerts.manage': 'operate',
  'servers.configure': 'manage',
  // of the server that is copied
  'servers.create': 'manage',
  'servers.terminate': 'terminate',
  'backups.view': 'view',
  'backups.manage': 'manage',
  'firewall.view': 'view',
  'firewall.manage': 'manage',
  'networks.view': 'view',
  'networks.manage': 'manage',
  'servicelets.run': 'manage',
  'images.view': 'view',
  'images.create': 'manage',
  'images.share': 'manage',
  'tasks.view': 'view',
  'tasks.cancel': 'operate',
};

export const neededFor = (permission: Permission): Needed => needed[permission] ?? 'own';

/** Read permissions: the only ones a sub-account keeps while its parent account has locked it. */
export const isReading = (permission: Permission): boolean =>
  /\.(view|people|explain)$/.test(permission);
