import type { Operation } from './client.ts';

const calls: Partial<Record<Operation, string>> = {};

/**
 * `{ listServers: 'GET /servers' }`. The build has each module say so of the operations it names
 * (`callsOfModules.ts`): a screen brings its own, and no schema comes along.
 */
export function knowCalls(more: Partial<Record<Operation, string>>): void {
  Object.assign(calls, more);
}

/** Method and path of an operation. */
export function callOf(operation: Operation): { method: string; path: string } {
  const [method = '', path = ''] = calls[operation]?.split(' ') ?? [];
  if (!path) throw new Error(`No module that is loaded names the operation ${operation}.`);
  return { method, path };
}
