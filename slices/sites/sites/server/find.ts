import { sql } from 'kysely';
import * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { hostnameOf } from '../../../../server/platform/sites/sites.ts';
import { siteTables } from './tables.ts';

const uuid = z.uuid();

export interface FoundSite {
  id: string;
  parentId: string | null;
  path: string;
  name: string;
  hosts: string[];
  status: string;
  /** Whether the caller's account belongs to this site. */
  isOwn: boolean;
}

/**
 * Returns a site by hostname or ID.
 * Throws `notFound` if it doesn't exist or isn't visible to the caller.
 */
export async function findSite(ctx: SignedInContext, siteHost: string): Promise<FoundSite> {
  const siteCondition = uuid.safeParse(siteHost).success
    ? sql<boolean>`site.id = ${siteHost}`
    : sql<boolean>`site.hosts @> array[${hostnameOf(siteHost)}]::text[]`;
  const row = await siteTables(ctx)
    .selectFrom('site')
    .select(['id', 'parent_id', 'path', 'name', 'hosts', 'status'])
    .where(siteCondition)
    .where(visibleTo(ctx, { owner: 'site.id', site: 'site.id' }))
    .executeTakeFirst();
  if (!row) throw userError('notFound', { what: 'site', id: siteHost });
  return {
    id: row.id,
    parentId: row.parent_id,
    path: row.path,
    name: row.name,
    hosts: row.hosts,
    status: row.status,
    isOwn: row.id === ctx.actor.siteId,
  };
}

/** Returns the hostname or ID that identifies a site in the URL of its screen. */
export const siteHostOf = (site: { id: string; hosts: readonly string[] }): string =>
  site.hosts[0] ?? site.id;
