import { administratorOf, getUserDenialReason } from '../access/effectiveRights.ts';
import { portalDb } from '../access/portalDb.ts';
import type { Context } from '../context.ts';
import { readSite, type Site } from '../sites/sites.ts';
import { siteAddress } from './siteAddress.ts';

/**
 * Returns the site whose URL and token a password link uses: the account's own site, but the root
 * site for an account with rights that its site's administrators don't have, because the owner of a
 * hostname can receive requests sent to it. Also returns the root site if links can't use the
 * account's site.
 */
export async function passwordLinkSite(
  ctx: Pick<Context, 'db' | 'services'>,
  site: Site,
  userId: string,
): Promise<Site> {
  const [rootId = site.id] = site.path.split('/');
  if (rootId === site.id) return site;
  const db = portalDb(ctx, 'the address of the portal is that of the root site');
  const root = await readSite(db, rootId);
  const { services } = ctx;
  const canUseSiteAddress =
    siteAddress({ site, services }) !== siteAddress({ site: root, services }) &&
    (await getUserDenialReason(db, administratorOf(site), userId)) === null;
  return canUseSiteAddress ? site : root;
}
