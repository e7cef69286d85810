import type { Right } from './rights.ts';

/**
 * The four roles, widest first. root has access to everything, siteAdmin to its site and child
 * sites, and the others to their own objects.
 */
export const roles = ['root', 'siteAdmin', 'billingAdmin', 'user'] as const;
export type Role = (typeof roles)[number];

/** A permission, declared by the noun it concerns. */
export interface DeclaredPermission {
  /** The roles that have it. */
  roles: readonly Role[];
  /** The right on the object that includes this permission. If omitted, groups can't grant it. */
  right?: Right;
}
