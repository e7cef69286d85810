import { type KeyType, keyScopes } from '../../../../contract/access/keys.ts';
import { holds, type Permission } from '../../../../contract/access/permissions.ts';
import type { Role } from '../../../../contract/access/roles.ts';
import { type Reason, UserError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { readRange } from '../../../../server/platform/origin/addressRange.ts';
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
  return (keyScopes[type] as readonly Permission[]).filter((permission) => holds(role, permission));
}

/**
 * The scopes without duplicates, in the order of the type. Throws `keyScopeRefused` with each scope
 * that can't be assigned.
 */
export function validateScopes(
  type: KeyType,
  role: Role,
  given: readonly string[] | undefined,
): Permission[] {
  const availableScopes = scopesFor(type, role);
  if (given === undefined) return availableScopes;
  const refused = given.flatMap((permission, index): Reason[] =>
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
  if (refused.length > 0) throw new UserError(refused);
  return availableScopes.filter((permission) => given.includes(permission));
}

const notARange: LocalizedText = localize('notARange');

/** The normalized ranges without duplicates. Throws `keyRangeInvalid` with each invalid one. */
export function parseRanges(given: readonly string[]): string[] {
  const ranges = given.map(readRange);
  const refused = ranges.flatMap((range, index): Reason[] =>
    range === null
      ? [
          {
            name: 'keyRangeInvalid',
            values: { given: given[index] ?? '', problem: notARange },
            key: `allowedIps.${index}`,
          },
        ]
      : [],
  );
  if (refused.length > 0) throw new UserError(refused);
  return [...new Set(ranges as string[])];
}

/** Null if the key doesn't expire. Throws `keyExpiryPast`. */
export function parseExpiry(
  ctx: Pick<SignedInContext, 'clock'>,
  given: string | null | undefined,
): Date | null {
  if (given === undefined || given === null) return null;
  const at = new Date(given);
  if (at <= ctx.clock.now())
    throw new UserError([
      { name: 'keyExpiryPast', values: { date: at.toISOString() }, key: 'expiresAt' },
    ]);
  return at;
}
