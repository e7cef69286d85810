import { type KeyType, keyScopes } from '../../../../contract/access/keys.ts';
import { type Permission, roleHas } from '../../../../contract/access/permissions.ts';
import type { Role } from '../../../../contract/access/roles.ts';
import { type Reason, UserError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { parseRange } from '../../../../server/platform/origin/addressRange.ts';
import { localize } from '../texts/localize.ts';

/** The most keys per account. */
export const keysMax = 50;
/**
 * Default calls per minute: enough for ten clients polling every two seconds, plus regular work.
 */
export const defaultRate = 600;

/**
 * The permissions that a user of the role can assign to a key of the type: never more than their
 * own.
 */
export function scopesFor(type: KeyType, role: Role): Permission[] {
  return (keyScopes[type] as readonly Permission[]).filter((permission) =>
    roleHas(role, permission),
  );
}

/**
 * The scopes without duplicates, in the order of the type. Throws `keyScopeRefused` with each scope
 * that can't be assigned.
 */
export function validateScopes(
  type: KeyType,
  role: Role,
  scopes: readonly string[] | undefined,
): Permission[] {
  const availableScopes = scopesFor(type, role);
  if (scopes === undefined) return availableScopes;
  const rejected = scopes.flatMap((permission, index): Reason[] =>
    (availableScopes as readonly string[]).includes(permission)
      ? []
      : [
          {
            name: 'keyScopeRefused',
            values: { permission: permission.slice(0, 60) },
            key: `scopes.${index}`,
          },
        ],
  );
  if (rejected.length > 0) throw new UserError(rejected);
  return availableScopes.filter((permission) => scopes.includes(permission));
}

const notARange: LocalizedText = localize('notARange');

/** The normalized ranges without duplicates. Throws `keyRangeInvalid` with each invalid one. */
export function parseRanges(input: readonly string[]): string[] {
  const ranges = input.map(parseRange);
  const rejected = ranges.flatMap((range, index): Reason[] =>
    range === null
      ? [
          {
            name: 'keyRangeInvalid',
            values: { given: input[index] ?? '', problem: notARange },
            key: `allowedIps.${index}`,
          },
        ]
      : [],
  );
  if (rejected.length > 0) throw new UserError(rejected);
  return [...new Set(ranges as string[])];
}

/** Null if the key doesn't expire. Throws `keyExpiryPast`. */
export function parseExpiry(
  ctx: Pick<SignedInContext, 'clock'>,
  expiresAt: string | null | undefined,
): Date | null {
  if (expiresAt === undefined || expiresAt === null) return null;
  const at = new Date(expiresAt);
  if (at <= ctx.clock.now())
    throw new UserError([
      { name: 'keyExpiryPast', values: { date: at.toISOString() }, key: 'expiresAt' },
    ]);
  return at;
}
