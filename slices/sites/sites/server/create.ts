import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { refreshAccess } from '../../../../server/platform/access/objectAccess.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { siteChanged } from '../../../../server/platform/sites/sites.ts';
import type { siteEndpoints } from '../contract.ts';
import { findSite, siteHostOf } from './find.ts';
import { claimHost } from './hosts/hosts.ts';

type NewSite = z.output<(typeof siteEndpoints)['createSite']['body']>;

/**
 * Creates a site below the given parent, or below the caller's own site. Claims the hostname if one
 * is given.
 */
export async function createSite(
  ctx: SignedInContext,
  input: NewSite,
): Promise<{ id: string; siteHost: string }> {
  const parent = await findSite(ctx, input.parentId ?? ctx.actor.siteId);
  const siteId = randomUUID();
  const path = `${parent.path}/${siteId}`;
  await ctx.db
    .insertInto('site')
    .values({
      id: siteId,
      parent_id: parent.id,
      path,
      name: input.name,
      system_name: input.systemName,
      copyright: '',
      theme: '{}',
      logo: null,
      logo_type: null,
      languages: input.languages,
      currency: input.currency,
      time_zone: input.timeZone,
      created_at: ctx.clock.now(),
    })
    .execute();
  await refreshAccess(ctx);
  ctx.note({ targetType: 'site', targetId: siteId, after: { ...input, parentId: parent.id } });
  await siteChanged(ctx, siteId);
  const hosts: string[] = [];
  if (input.host) {
    const claim = await claimHost(ctx, { id: siteId, parentId: parent.id }, input.host);
    if (claim.provedAt !== null) hosts.push(claim.host);
  }
  return { id: siteId, siteHost: siteHostOf({ id: siteId, hosts }) };
}
