import { isDeepStrictEqual } from 'node:util';
import { holdersOf } from '../../../contract/access/roleTitles.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { UserError } from '../../../contract/errors/errors.ts';
import type { Context } from '../context.ts';
import { hasPermission } from './scope.ts';

type Declared = Pick<Endpoint, 'fields'>;

/** The body fields that the actor must send unchanged, each with its declaration. */
export const shutFields = (ctx: Pick<Context, 'actor'>, { fields = {} }: Declared) =>
  Object.entries(fields)
    .filter(([, { access }]) => !hasPermission(ctx, access))
    .map(([field, declared]) => ({ field, ...declared }));

/**
 * Throws `fieldNotAllowed` with the name of each field of `given` that differs and that the actor
 * can't change. Omitted fields count as unchanged.
 */
export function requireFields(
  ctx: Pick<Context, 'actor'>,
  endpoint: Declared,
  before: object,
  given: object,
): void {
  const [was, is] = [before, given] as Record<string, unknown>[];
  const changed = shutFields(ctx, endpoint).filter(
    ({ field }) => is?.[field] !== undefined && !isDeepStrictEqual(is[field], was?.[field]),
  );
  if (changed.length === 0) return;
  throw new UserError(
    changed.map(({ field, access, title, why }) => ({
      name: 'fieldNotAllowed',
      values: { field: title, who: holdersOf(access), why },
      key: field,
    })),
  );
}
