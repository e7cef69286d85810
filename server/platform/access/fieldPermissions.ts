import { isDeepStrictEqual } from 'node:util';
import { roleTitlesWith } from '../../../contract/access/roleTitles.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { UserError } from '../../../contract/errors/errors.ts';
import type { Context } from '../context.ts';
import { hasPermission } from './scope.ts';

type Declared = Pick<Endpoint, 'fields'>;

/** The body fields that the actor must send unchanged, each with its declaration. */
export const lockedFields = (ctx: Pick<Context, 'actor'>, { fields = {} }: Declared) =>
  Object.entries(fields)
    .filter(([, { access }]) => !hasPermission(ctx, access))
    .map(([field, declared]) => ({ field, ...declared }));

/**
 * Throws `fieldNotAllowed` with the name of each field of `input` that differs and that the actor
 * can't change. Omitted fields count as unchanged.
 */
export function requireFields(
  ctx: Pick<Context, 'actor'>,
  endpoint: Declared,
  before: object,
  input: object,
): void {
  const [was, requested] = [before, input] as Record<string, unknown>[];
  const changed = lockedFields(ctx, endpoint).filter(
    ({ field }) =>
      requested?.[field] !== undefined && !isDeepStrictEqual(requested[field], was?.[field]),
  );
  if (changed.length === 0) return;
  throw new UserError(
    changed.map(({ field, access, title, why }) => ({
      name: 'fieldNotAllowed',
      values: { field: title, who: roleTitlesWith(access), why },
      key: field,
    })),
  );
}
