import type { Operation } from './client.ts';

const calls: Partial<Record<Operation, string>> = {};

/**
 * Takes values such as `{ listServers: 'GET /servers server' }`. The build adds this call to each
 * module for the operations it uses (`callsOfModules.ts`), so that each screen includes its own
 * operations, without schemas.
 */
export function registerCalls(more: Partial<Record<Operation, string>>): void {
  Object.assign(calls, more);
}

/** The method and path of an operation, and the topics of the data it reads or changes. */
export function callOf(operation: Operation): { method: string; path: string; topics: string[] } {
  const [method = '', path = '', ...topics] = calls[operation]?.split(' ') ?? [];
  if (!path) throw new Error(`No module that is loaded names the operation ${operation}.`);
  return { method, path, topics };
}
