/** Types of objects on which rights can be granted (specification section 3, object type codes). */
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

/** Rights that a group can grant on an object. Each includes the ones before it. */
export const rights = ['view', 'operate', 'manage', 'terminate'] as const;
export type Right = (typeof rights)[number];

/**
 * The requirement of a call on its object: a right that a group can grant, or ownership (for an
 * invoice, for example).
 */
export type RequiredRight = Right | 'own';

/** From 1 to 4, or 0 if the right isn't one of them. */
export const rankOf = (right: Right): number => rights.indexOf(right) + 1;
