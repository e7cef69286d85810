import { administratorOf, readPersonLack } from '../access/personRights.ts';
import { portalDb } from '../access/portalDb.ts';
import type { Context } from '../context.ts';
import { readSite, type Site } from '../sites/sites.ts';
import { siteAddress } from './siteAddress.ts';

/**
 * The site whose address a password link uses. Its token belongs to that site too. It's the
 * account's own site, but the root site for an account with rights that its site's administrators
 * don't have, because the owner of a hostname can receive what is opened there. It's also the root
 * site if no link can use the site.
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
  const isOfNobodyElse =
    siteAddress({ site, services }) !== siteAddress({ site: root, services }) &&
    (await readPersonLack(db, administratorOf(site), userId)) === null;
  return isOfNobodyElse ? site : root;
}
