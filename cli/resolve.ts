import { callPortal } from './call.ts';
import type { Profile } from './config.ts';
import { UsageError } from './table.ts';

interface Named {
  id: string;
  name: string;
  code?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const read = (path: string) => ({ method: 'GET', path, changes: false, isFile: false });

/** What may be given by its name, and where its ids are found. */
const sources: Record<string, { what: string; list(profile: Profile, name: string): Promise<Named[]> }> = {
  serverId: { what: 'server', list: (profile, name) => itemsOf(profile, '/servers', { filter: name, size: '500' }) },
  datacenterId: { what: 'datacenter', list: (profile) => itemsOf(profile, '/datacenters', {}) },
  imageId: { what: 'image', list: (profile, name) => itemsOf(profile, '/images', { filter: name, size: '500' }) },
  networkId: { what: 'network', list: (profile, name) => itemsOf(profile, '/networks', { filter: name, size: '500' }) },
};

async function itemsOf(profile: Profile, path: string, query: Record<string, string>): Promise<Named[]> {
  return ((await callPortal(profile, read(path), { params: {}, query })) as { items: Named[] }).items;
}

/** Puts ids where names were given. Throws `UsageError` when a name is nobody's, or several's. */
export async function withIds(profile: Profile, given: Record<string, unknown>): Promise<void> {
  for (const [field, value] of Object.entries(given)) {
    const source = sources[field];
    if (!source || typeof value !== 'string' || uuid.test(value) || value === 'auto') continue;
    const wanted = value.toLowerCase();
    const found = (await source.list(profile, value)).filter(
      ({ name, code }) => name.toLowerCase() === wanted || code?.toLowerCase() === wanted,
    );
    const [only] = found;
    if (!only) throw new UsageError(`There is no ${source.what} called "${value}".`);
    if (found.length > 1)
      throw new UsageError(
        `${found.length} of ${source.what} are called "${value}": ${found.map(({ id }) => id).join(', ')}. Give the id.`,
      );
    given[field] = only.id;
  }
}
