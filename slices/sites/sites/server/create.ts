import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { refreshReach } from '../../../../server/platform/access/reach.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { siteChanged } from '../../../../server/platform/sites/sites.ts';
import type { siteEndpoints } from '../contract.ts';
import { findSite, siteHostOf } from './find.ts';
import { claimHost } from './hosts/hosts.ts';

type Wanted = z.output<(typeof siteEndpoints)['createSite']['body']>;

/**
 * Creates a site below the given parent, or below the caller's own site. Claims the hostname if one
 * is given.
 */
export async function createSite(
  ctx: SignedInContext,
  wanted: Wanted,
): Promise<{ id: string; siteHost: string }> {
  const parent = await findSite(ctx, wanted.parentId ?? ctx.actor.siteId);
  const siteId = randomUUID();
  const path = `${parent.path}/${siteId}`;
  await ctx.db
    .insertInto('site')
    .values({
      id: siteId,
      parent_id: parent.id,
      path,
      name: wanted.name,
      system_name: wanted.systemName,
      copyright: '',
      theme: '{}',
      logo: null,
      logo_type: null,
      languages: wanted.languages,
      currency: wanted.currency,
      time_zone: wanted.timeZone,
      created_at: ctx.clock.now(),
    })
    .execute();
  await refreshReach(ctx);
  ctx.note({ targetType: 'site', targetId: siteId, after: { ...wanted, parentId: parent.id } });
  await siteChanged(ctx, siteId);
  const hosts: string[] = [];
  if (wanted.host) {
    const claim = await claimHost(ctx, { id: siteId, parentId: parent.id }, wanted.host);
    if (claim.provedAt !== null) hosts.push(claim.host);
  }
  return { id: siteId, siteHost: siteHostOf({ id: siteId, hosts }) };
}
