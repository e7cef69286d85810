import { callPortal } from './call.ts';
import { namedResources, UsageError } from './commandTable.ts';
import type { Profile } from './config.ts';

interface NamedResource {
  id: string;
  name: string;
  code?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const read = (path: string) => ({ method: 'GET', path, changes: false, isFile: false });

/**
 * Lists to search for a name, in this order until one matches: active servers first, then those in
 * the Trash.
 */
const sources: Record<string, { path: string; query(name: string): Record<string, string> }[]> = {
  server: [
    { path: '/servers', query: (name) => ({ filter: name, size: '500' }) },
    { path: '/servers', query: (name) => ({ filter: name, size: '500', bin: 'true' }) },
  ],
  datacenter: [{ path: '/datacenters', query: () => ({}) }],
  image: [{ path: '/images', query: (name) => ({ filter: name, size: '500' }) }],
  network: [{ path: '/networks', query: (name) => ({ filter: name, size: '500' }) }],
};

async function findNamed(
  profile: Profile,
  resource: string,
  name: string,
): Promise<NamedResource[]> {
  const lowerName = name.toLowerCase();
  for (const { path, query } of sources[resource] ?? []) {
    const { items } = (await callPortal(profile, read(path), {
      params: {},
      query: query(name),
    })) as { items: NamedResource[] };
    const found = items.filter(
      (item) => item.name.toLowerCase() === lowerName || item.code?.toLowerCase() === lowerName,
    );
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Replaces names with IDs, in place. Throws `UsageError` if a name has no match or more than one.
 */
export async function withIds(profile: Profile, input: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(input)) {
    const resource = namedResources[field];
    if (!resource || typeof value !== 'string' || uuid.test(value) || value === 'auto') continue;
    const found = await findNamed(profile, resource, value);
    const [only] = found;
    if (!only) throw new UsageError(`There is no ${resource} called "${value}".`);
    if (found.length > 1)
      throw new UsageError(
        `${found.length} ${resource}s are called "${value}". Use an ID: ${found.map(({ id }) => id).join(', ')}.`,
      );
    input[field] = only.id;
  }
}
