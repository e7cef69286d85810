import type { Endpoint } from '../../../../contract/endpoint.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { objectKinds } from '../../../../server/platform/access/objects.ts';
import type { Context } from '../../../../server/platform/context.ts';

/**
 * Operations of compatible APIs are made of these operations and follow their rules, so they aren't
 * listed.
 */
const isNative = ({ speaks }: Endpoint): boolean => !speaks;

/** Throws `notFound` with the operation ID. */
export function operationOf({ services }: Pick<Context, 'services'>, id: string): Endpoint {
  const found = services.slices.operations.get(id);
  if (!found || !isNative(found)) throw userError('notFound', { what: 'operation', id });
  return found;
}

/** Every operation that requires a permission, with the object type in its path. */
export function listOperations(ctx: Pick<Context, 'services' | 'language'>) {
  return [...ctx.services.slices.operations].flatMap(([id, endpoint]) => {
    const { access, path, title } = endpoint;
    if (access === 'public' || access === 'signedIn' || !isNative(endpoint)) return [];
    const kind = objectKinds(ctx).find(({ param }) => path.includes(`{${param}}`));
    return [
      {
        id,
        title: title[ctx.language],
        permission: access as string,
        objectType: kind?.type ?? null,
      },
    ];
  });
}
