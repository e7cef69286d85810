import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { eachLanguage } from '../../../../contract/languages.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { localize } from '../texts/localize.ts';
import { ensureShipped, numberOf } from './builtInPackages.ts';
import type { ValidatedPackage } from './check.ts';
import { type Manifest, type PackageKind, packageTables, type Scripts } from './tables.ts';
import { textIn } from './values.ts';

export interface PackageRow {
  id: string;
  siteId: string | null;
  site: string | null;
  code: string;
  kind: PackageKind;
  createdAt: Date;
  version: string | null;
  manifest: Manifest;
  versions: number;
  servers: number;
  isEnabled: boolean;
}

/**
 * Whether a site offers a package: its own setting, otherwise that of the nearest site above,
 * otherwise true.
 */
const isEnabledAt = (path: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  coalesce((select o.is_enabled from app_package_site o where o.package_id = p.id and o.site_id = any(${[...path]}::uuid[])
    order by array_position(${[...path]}::uuid[], o.site_id) desc limit 1), true)`;

/** The latest offered version, or the latest version if all are withdrawn. */
const shownVersion = sql`
  join lateral (select v.version, v.manifest, v.is_withdrawn from app_package_version v where v.package_id = p.id
    order by v.is_withdrawn, v.number desc limit 1) shown on true`;

const from = sql`app_package p left join site on site.id = p.site_id ${shownVersion}`;
const columns = (ctx: SignedInContext) => sql`
  p.id, p.site_id as "siteId", site.name as site, p.code, p.kind, p.created_at as "createdAt",
  case when shown.is_withdrawn then null else shown.version end as version, shown.manifest,
  (select count(*) from app_package_version v where v.package_id = p.id) as versions,
  (select count(*) from server_app a where a.package_id = p.id) as servers,
  ${isEnabledAt(ctx.actor.sitePath.split('/'))} as "isEnabled"`;

/** Whether the package belongs to a site in the caller's scope or to the portal. */
const visible = (ctx: SignedInContext) =>
  sql<boolean>`(p.site_id is null or ${visibleTo(ctx, { owner: 'p.site_id', site: 'p.site_id' })})`;

export type PackageItem = ReturnType<ReturnType<typeof presentFor>>;

export const presentFor = (ctx: Context) => (row: PackageRow) => ({
  ...{ id: row.id, siteId: row.siteId, site: row.site ?? '', code: row.code, kind: row.kind },
  title: textIn(row.manifest.title, ctx.language),
  description: textIn(row.manifest.description, ctx.language),
  ...{
    version: row.version,
    versions: row.versions,
    servers: row.servers,
    isEnabled: row.isEnabled,
  },
  createdAt: row.createdAt.toISOString(),
  actions: { remove: removalObstacle(row)?.[ctx.language] ?? null },
});

export function removalObstacle({ siteId, servers }: Pick<PackageRow, 'siteId' | 'servers'>) {
  if (siteId === null) return localize('store.removeObstacle.packageBuilt');
  return servers > 0 ? localize('store.removeObstacle.serversUsePackage', { servers }) : null;
}

export async function listPackages(
  ctx: SignedInContext,
  query: ListRequest & { kind?: PackageKind | undefined },
) {
  await ensureShipped(ctx.services);
  const filters = [
    ...(query.filter
      ? [
          sql`(shown.manifest -> 'title' ->> 'en' ilike ${containing(query.filter)} or p.code ilike ${containing(query.filter)})`,
        ]
      : []),
    ...(query.kind ? [sql`p.kind = ${query.kind}`] : []),
  ];
  return await readListPage<PackageRow, PackageItem>(
    ctx.db,
    {
      from,
      columns: columns(ctx),
      where: [visible(ctx), ...filters],
      sorts: {
        title: { column: sql`lower(shown.manifest -> 'title' ->> 'en')`, type: 'text' },
        kind: { column: sql`p.kind`, type: 'text' },
        created: { column: sql`p.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`p.id`, type: 'uuid' },
      defaultSorting: 'title',
      map: presentFor(ctx),
    },
    query,
    query.kind ? { kind: query.kind } : {},
  );
}

/** Returns a package the caller administers, or one of the portal's. Throws `notFound`. */
export async function findPackage(ctx: SignedInContext, packageId: string): Promise<PackageRow> {
  await ensureShipped(ctx.services);
  const { rows } =
    await sql<PackageRow>`select ${columns(ctx)} from ${from} where p.id = ${packageId} and ${visible(ctx)}`.execute(
      ctx.db,
    );
  const [row] = rows;
  if (!row) throw userError('notFound', { what: 'package', id: packageId });
  return row;
}

/**
 * Locks a package so that changes to it run one after another. Throws `packageShipped` for built-in
 * packages, which can't be changed.
 */
export async function lockOwnPackageForUpdate(
  ctx: SignedInContext,
  packageId: string,
): Promise<PackageRow> {
  const row = await findPackage(ctx, packageId);
  await sql`select from app_package where id = ${packageId} for update`.execute(ctx.db);
  if (row.siteId === null)
    throw userError('packageShipped', {
      package: eachLanguage((language) => textIn(row.manifest.title, language)),
    });
  return row;
}

export interface VersionRow {
  version: string;
  manifest: Manifest;
  scripts: Scripts;
  digest: string;
  isWithdrawn: boolean;
  servers: number;
  createdAt: Date;
  createdBy: string | null;
}

/** Returns the versions of a package, newest first. */
export async function versionsOf(
  ctx: Pick<Context, 'db'>,
  packageId: string,
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.version, v.manifest, v.scripts, v.digest, v.is_withdrawn as "isWithdrawn", v.created_at as "createdAt", account_email(v.created_by) as "createdBy",
      (select count(*) from server_app a where a.package_id = v.package_id and a.version = v.version) as servers
    from app_package_version v
    where v.package_id = ${packageId} order by v.number desc`.execute(ctx.db);
  return rows;
}

/** Throws `notFound`. */
export async function findVersion(
  ctx: Pick<Context, 'db'>,
  packageId: string,
  version: string,
): Promise<VersionRow> {
  const found = (await versionsOf(ctx, packageId)).find((one) => one.version === version);
  if (!found) throw userError('notFound', { what: 'package version', id: version });
  return found;
}

export interface OfferedRow {
  id: string;
  code: string;
  version: string;
  manifest: Manifest;
}

/**
 * Returns the packages offered on the caller's site: those of the site, of the sites above and of
 * the portal, unless disabled.
 */
export async function offeredRows(
  ctx: SignedInContext,
  filter: { kind?: PackageKind | undefined; packageId?: string } = {},
): Promise<OfferedRow[]> {
  await ensureShipped(ctx.services);
  const path = ctx.actor.sitePath.split('/');
  const { rows } = await sql<OfferedRow>`
    select p.id, p.code, shown.version, shown.manifest from app_package p ${shownVersion}
    where (p.site_id is null or p.site_id = any(${path}::uuid[])) and not shown.is_withdrawn and ${isEnabledAt(path)}
      and (${filter.kind ?? null}::text is null or p.kind = ${filter.kind ?? null})
      and (${filter.packageId ?? null}::uuid is null or p.id = ${filter.packageId ?? null})
    order by lower(shown.manifest -> 'title' ->> 'en'), p.id`.execute(ctx.db);
  return rows;
}

/**
 * Stores a package for the caller's site. Throws `packageVersionTaken` if the version exists with
 * different content.
 */
export async function storePackage(
  ctx: SignedInContext,
  { manifest, scripts, digest }: ValidatedPackage,
) {
  const siteId = ctx.actor.siteId;
  const id = randomUUID();
  const inserted = await sql<{ id: string }>`
    insert into app_package (id, site_id, code, kind, created_by) values (${id}, ${siteId}, ${manifest.name}, ${manifest.kind}, ${ctx.actor.userId})
    on conflict (coalesce(site_id, '00000000-0000-0000-0000-000000000000'), code) do update set kind = excluded.kind returning id`.execute(
    ctx.db,
  );
  const packageId = inserted.rows[0]?.id ?? id;
  const { rows } = await sql<{ digest: string; isNew: boolean }>`
    with added as (
      insert into app_package_version (package_id, version, number, manifest, scripts, digest, created_by)
      values (${packageId}, ${manifest.version}, ${numberOf(manifest.version)}, ${JSON.stringify(manifest)}, ${JSON.stringify(scripts)}, ${digest}, ${ctx.actor.userId})
      on conflict (package_id, version) do nothing returning digest)
    select digest, true as "isNew" from added
    union all select digest, false from app_package_version where package_id = ${packageId} and version = ${manifest.version}
    order by "isNew" desc limit 1`.execute(ctx.db);
  const [row] = rows;
  if (row?.digest !== digest)
    throw userError(
      'packageVersionTaken',
      { package: manifest.name, version: manifest.version },
      'manifest.version',
    );
  ctx.note({
    targetType: 'package',
    targetId: packageId,
    after: { code: manifest.name, version: manifest.version, digest },
  });
  await announcePackage(ctx, packageId);
  return { id: packageId, version: manifest.version, isNew: row.isNew };
}

export const announcePackage = (ctx: SignedInContext, packageId: string) =>
  announce(ctx.db, { topic: 'package', id: packageId, siteId: ctx.actor.siteId });

/** Returns the package settings for each of the caller's sites, at most 200. */
export async function sitesOf(ctx: SignedInContext, packageId: string) {
  const { rows } = await sql<{ siteId: string; name: string; isEnabled: boolean }>`
    select site.id as "siteId", site.name, coalesce((
      select o.is_enabled from app_package_site o where o.package_id = ${packageId} and o.site_id = any(string_to_array(site.path, '/')::uuid[])
      order by array_position(string_to_array(site.path, '/')::uuid[], o.site_id) desc limit 1), true) as "isEnabled"
    from site where ${visibleTo(ctx, { owner: 'site.id', site: 'site.id' })} order by site.path limit 200`.execute(
    ctx.db,
  );
  return rows;
}

/** Throws `notFound` for a site outside the caller's scope. */
export async function setPackageEnabled(
  ctx: SignedInContext,
  packageId: string,
  siteId: string,
  isEnabled: boolean,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select site.id from site where site.id = ${siteId} and ${visibleTo(ctx, { owner: 'site.id', site: 'site.id' })}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'site', id: siteId });
  await packageTables(ctx)
    .insertInto('app_package_site')
    .values({ package_id: packageId, site_id: siteId, is_enabled: isEnabled })
    .onConflict((conflict) =>
      conflict.columns(['package_id', 'site_id']).doUpdateSet({ is_enabled: isEnabled }),
    )
    .execute();
  ctx.note({ targetType: 'package', targetId: packageId, after: { siteId, isEnabled } });
  await announce(ctx.db, { topic: 'package', id: packageId, siteId });
}
