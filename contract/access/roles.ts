import type { Right } from './rights.ts';

/**
 * The four roles, from the widest. Access: root everything; siteAdmin its site and sub-sites; the
 * others their own objects.
 */
export const roles = ['root', 'siteAdmin', 'billingAdmin', 'user'] as const;
export type Role = (typeof roles)[number];

/** A permission, declared by the noun it is about. */
export interface DeclaredPermission {
  /** The roles that hold it. */
  roles: readonly Role[];
  /** The right on the object that includes it. Without one, no group can grant it. */
  right?: Right;
}
