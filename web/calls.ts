import type { Operation } from './client.ts';

const calls: Partial<Record<Operation, string>> = {};

/**
 * `{ listServers: 'GET /servers server' }`. The build adds this to each module for the operations
 * it uses (`callsOfModules.ts`), so that a screen brings its own, without schemas.
 */
export function knowCalls(more: Partial<Record<Operation, string>>): void {
  Object.assign(calls, more);
}

/** Method and path of an operation, and the topics of what it reads or changes. */
export function callOf(operation: Operation): { method: string; path: string; topics: string[] } {
  const [method = '', path = '', ...topics] = calls[operation]?.split(' ') ?? [];
  if (!path) throw new Error(`No module that is loaded names the operation ${operation}.`);
  return { method, path, topics };
}
