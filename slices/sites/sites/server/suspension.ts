import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { disconnectSites } from '../../../../server/platform/session/disconnectSites.ts';
import { siteChanged } from '../../../../server/platform/sites/sites.ts';
import { localize } from '../texts/localize.ts';
import type { FoundSite } from './find.ts';

interface Suspendable {
  isRoot: boolean;
  isOwn: boolean;
  status: string;
}

type SuspensionObstacle = 'root' | 'own' | 'already' | 'active';
const obstacles: Record<SuspensionObstacle, LocalizedText> = {
  root: localize('whys.root'),
  own: localize('suspension.whys.own'),
  already: localize('whys.already'),
  active: localize('whys.active'),
};

/** Returns why the caller can't suspend a site. Null if they can. */
export function suspendReason(site: Suspendable): LocalizedText | null {
  const reason: SuspensionObstacle | null = site.isRoot
    ? 'root'
    : site.isOwn
      ? 'own'
      : site.status === 'suspended'
        ? 'already'
        : null;
  return reason && obstacles[reason];
}

export function resumeReason(site: Suspendable): LocalizedText | null {
  const reason: SuspensionObstacle | null =
    site.status !== 'suspended' ? 'active' : site.isOwn ? 'own' : null;
  return reason && obstacles[reason];
}

const asSuspendable = (site: FoundSite): Suspendable => ({
  isRoot: site.parentId === null,
  isOwn: site.isOwn,
  status: site.status,
});

/**
 * Suspends a site and all sites below it. Their sessions end in the same transaction, and the site
 * directory rejects all their calls once it commits. Returns the number of ended sessions.
 */
export async function suspendSite(ctx: SignedInContext, site: FoundSite): Promise<number> {
  const problem = suspendReason(asSuspendable(site));
  if (problem) throw userError('siteNotSuspendable', { site: site.name, problem });
  await setStatus(ctx, site, 'suspended');
  return await disconnectSites(ctx.db, site.path, ctx.clock.now());
}

export async function resumeSite(ctx: SignedInContext, site: FoundSite): Promise<void> {
  const problem = resumeReason(asSuspendable(site));
  if (problem) throw userError('siteNotSuspendable', { site: site.name, problem });
  await setStatus(ctx, site, 'active');
}

async function setStatus(
  ctx: SignedInContext,
  site: FoundSite,
  status: 'active' | 'suspended',
): Promise<void> {
  await ctx.db.updateTable('site').set({ status }).where('id', '=', site.id).execute();
  ctx.note({
    targetType: 'site',
    targetId: site.id,
    before: { status: site.status },
    after: { status },
  });
  await siteChanged(ctx, site.id);
}
