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
 * The requirement of a call on its object: a right that a group can grant, or ownership (for a
 * bill, for example).
 */
export type Needed = Right | 'own';

/** 1 to 4, or 0 without a right. */
export const rankOf = (right: Right): number => rights.indexOf(right) + 1;
