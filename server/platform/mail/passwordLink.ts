import { administratorOf, readPersonLack } from '../access/personRights.ts';
import { portalDb } from '../access/portalDb.ts';
import type { Context } from '../context.ts';
import { readSite, type Site } from '../sites/sites.ts';
import { siteAddress } from './siteAddress.ts';

/**
 * The site at whose address a link that sets a password leads; its token belongs to that site too.
 * That is the account's own site, but the root site for an account of which the administrators of
 * its site lack a right: whoever owns a hostname can receive what is opened there. It is also the
 * root site for a site that no link leads to.
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
