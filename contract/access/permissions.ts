import { allPermissions, type Declarations } from '../index.ts';
import type { Merged } from '../merged.ts';
import type { RequiredRight } from './rights.ts';
import type { DeclaredPermission, Role } from './roles.ts';

export type Permission = keyof Merged<Declarations, 'permissions'>;

const declared: Record<Permission, DeclaredPermission> = allPermissions;

/**
 * All permissions. The reviewed table `docs/permissions.md` is generated from these and the
 * contract.
 */
export const permissionNames = Object.keys(declared) as Permission[];

/** The roles that have the permission, widest first. */
export const rolesWith = (permission: Permission): readonly Role[] => declared[permission].roles;

/**
 * Whether the role has the permission at all. The rows it applies to depend on the role's scope.
 */
export const roleHas = (role: Role, permission: Permission): boolean =>
  rolesWith(permission).includes(role);

/** The right that a permission requires on its object. */
export const requiredRightFor = (permission: Permission): RequiredRight =>
  declared[permission].right ?? 'own';

/**
 * Whether the permission only reads. A sub-account keeps only these while its parent account has
 * locked it.
 */
export const isReadPermission = (permission: Permission): boolean =>
  /\.(view|people|explain)$/.test(permission);
