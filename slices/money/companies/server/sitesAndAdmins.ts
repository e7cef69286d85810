import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { defineHook, hookContributions } from '../../../../server/platform/hooks.ts';
import { findCompany, readCompany } from './store.ts';
import { type ExpectedVersion, requireCurrentVersion } from './versions.ts';

interface NamedItem {
  id: string;
  name: string;
}

/** Returns the possible choices: sites without a company, and all billing administrators. */
export async function candidates(
  ctx: SignedInContext,
  companyId: string,
): Promise<{ sites: NamedItem[]; admins: NamedItem[] }> {
  await findCompany(ctx, companyId);
  const { rows: sites } = await sql<NamedItem>`
    select site.id, site.name from site left join company_site cs on cs.site_id = site.id
    where not site.is_sandbox and (cs.company_id is null or cs.company_id = ${companyId}) order by lower(site.name), site.id limit 1000`.execute(
    ctx.db,
  );
  const { rows: admins } = await sql<NamedItem>`
    select id, email as name from user_account where role = 'billingAdmin' and deleted_at is null order by email_key, id limit 1000`.execute(
    ctx.db,
  );
  return { sites, admins };
}

/** A site newly assigned to a company, and its position in the request. */
export interface NewSite {
  id: string;
  key: string;
}

/**
 * Called after the sites are assigned to the company, in the same transaction. Throws if the
 * company can't bill one of them.
 */
export type AuthorizeSites = (
  ctx: SignedInContext,
  companyId: string,
  sites: readonly NewSite[],
) => Promise<void>;

/**
 * Lets other slices prevent the assignment of sites, because the companies slice doesn't know what
 * is sold there.
 */
export const authorizeCompanySites = defineHook<AuthorizeSites>('companies.authorizeSites');

/**
 * Throws `companyChangedMeanwhile`, `companySiteTaken`, `companySiteCurrency`,
 * `companyAdminRefused`, and `notFound` for an unknown site or account.
 */
export async function updateSitesAndAdmins(
  ctx: SignedInContext,
  companyId: string,
  { seen, ...selection }: { siteIds: string[]; adminIds: string[] } & ExpectedVersion,
): Promise<void> {
  // Serializes concurrent assignments of a site to two companies.
  await sql`select from company order by id for update`.execute(ctx.db);
  const before = await readCompany(ctx, companyId);
  requireCurrentVersion(before, 'siteAdmin', seen);
  await requireAssignableSites(ctx, companyId, selection.siteIds);
  await requireBillingAdmins(ctx, selection.adminIds);
  await sql`delete from company_site where company_id = ${companyId}`.execute(ctx.db);
  await sql`insert into company_site (site_id, company_id) select distinct unnest(${selection.siteIds}::uuid[]), ${companyId}::uuid`.execute(
    ctx.db,
  );
  const isNew = ({ id }: NewSite) => !before.sites.some((site) => site.id === id);
  const newSites = selection.siteIds
    .map((id, index) => ({ id, key: `siteIds.${index}` }))
    .filter(isNew);
  for (const check of hookContributions(ctx, authorizeCompanySites))
    await check(ctx, companyId, newSites);
  await sql`delete from company_admin where company_id = ${companyId}`.execute(ctx.db);
  await sql`insert into company_admin (user_id, company_id) select distinct unnest(${selection.adminIds}::uuid[]), ${companyId}::uuid`.execute(
    ctx.db,
  );
  ctx.note({
    targetType: 'company',
    targetId: companyId,
    before: { sites: before.sites, admins: before.admins },
    after: selection,
  });
  await announce(ctx.db, { topic: 'company', id: companyId });
}

async function requireAssignableSites(
  ctx: SignedInContext,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    name: string;
    companyId: string | null;
    company: string | null;
  }>`
    select site.id, site.name, cs.company_id as "companyId", c.legal_name as company from site
    left join company_site cs on cs.site_id = site.id left join company c on c.id = cs.company_id
    where site.id = any(${[...ids]}::uuid[]) and not site.is_sandbox`.execute(ctx.db);
  ids.forEach((id, index) => {
    const site = rows.find((row) => row.id === id);
    if (!site) throw userError('notFound', { what: 'site', id }, `siteIds.${index}`);
    if (site.companyId !== null && site.companyId !== companyId)
      throw userError(
        'companySiteTaken',
        { site: site.name, company: site.company ?? '' },
        `siteIds.${index}`,
      );
  });
}

async function requireBillingAdmins(ctx: SignedInContext, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; role: string }>`
    select id, email, role from user_account where id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(
    ctx.db,
  );
  ids.forEach((id, index) => {
    const account = rows.find((row) => row.id === id);
    if (!account) throw userError('notFound', { what: 'user', id }, `adminIds.${index}`);
    if (account.role !== 'billingAdmin')
      throw userError('companyAdminRefused', { email: account.email }, `adminIds.${index}`);
  });
}
