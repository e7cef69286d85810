import type { Endpoint } from '../../../contract/endpoint.ts';
import { refuse } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import { operationTitle } from '../../../contract/titles/index.ts';
import { objectKinds } from '../../../server/platform/access/objects.ts';

let operations: ReadonlyMap<string, Endpoint> = new Map();

/** Takes the contract, once, at start: a slice does not import the list it stands in. */
export function registerOperations(contract: Record<string, Endpoint>): void {
  // What other clients call is made of these, and answered as they are.
  operations = new Map(Object.entries(contract).filter(([, { speaks }]) => !speaks));
}

/** Throws `notFound` naming the operation. */
export function operationOf(id: string): Endpoint {
  const found = operations.get(id);
  if (!found) throw refuse('notFound', { what: 'operation', id });
  return found;
}

/** Every operation that requires a permission, with the object type in its path. */
export function listOperations(language: Language) {
  return [...operations].flatMap(([id, { access, path }]) => {
    if (access === 'public' || access === 'signedIn') return [];
    const kind = objectKinds().find(({ param }) => path.includes(`{${param}}`));
    return [
      {
        id,
        title: operationTitle(id, language),
        permission: access as string,
        objectType: kind?.type ?? null,
      },
    ];
  });
}
