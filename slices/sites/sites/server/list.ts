import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { containing, readListPage } from '../../../../server/platform/database/listPage.ts';
import { defaultTheme } from '../../../../server/platform/sites/sites.ts';
import type { siteEndpoints } from '../contract.ts';
import { type FoundSite, siteHostOf } from './find.ts';
import { resumeReason, suspendReason } from './suspension.ts';

type Answer = z.output<(typeof siteEndpoints)['listSites']['answer']>;
type SiteItem = Answer['items'][number];
type Query = z.output<(typeof siteEndpoints)['listSites']['query']>;

interface Row {
  id: string;
  parent_id: string | null;
  path: string;
  name: string;
  system_name: string;
  hosts: string[];
  status: string;
  is_below_suspended: boolean;
  theme: { primaryColor?: string };
  users: number;
  admins: number;
  created_at: Date;
}

/** Sort key of the names from the root down, so that a site is directly below its parent. */
const treeKey = sql`(
  select string_agg(lower(above.name) || ' ' || above.id, e'\u0001' order by above.path)
  from site above where site.path = above.path or site.path like above.path || '/%'
)`;
const belowSuspended = sql`exists (select from site above where above.status = 'suspended' and site.path like above.path || '/%')`;
const columns = sql`
  site.id, site.parent_id, site.path, site.name, site.system_name, site.hosts, site.status, site.theme, site.created_at,
  ${belowSuspended} as is_below_suspended,
  (select count(*) from user_account u where u.site_id = site.id and u.deleted_at is null) as users,
  (select count(*) from user_account u where u.site_id = site.id and u.deleted_at is null and u.role = 'siteAdmin') as admins`;

export async function listSites(ctx: SignedInContext, query: Query): Promise<Answer> {
  return await readListPage<Row, SiteItem>(
    ctx.db,
    {
      from: sql`site`,
      columns,
      where: [visibleTo(ctx, { owner: 'site.id', site: 'site.id' }), ...conditionsOf(query)],
      sorts: {
        tree: { column: treeKey, type: 'text' },
        name: { column: sql`lower(site.name)`, type: 'text' },
        users: {
          column: sql`(select count(*) from user_account u where u.site_id = site.id and u.deleted_at is null)`,
          type: 'numeric',
        },
        created: { column: sql`site.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`site.id`, type: 'uuid' },
      defaultSorting: 'tree',
      map: (row) => present(ctx, row),
    },
    query,
    query.status ? { status: query.status } : {},
  );
}

export async function getSite(
  ctx: SignedInContext,
  site: FoundSite,
): Promise<SiteItem & { parentName: string | null; isOwn: boolean }> {
  const { rows } = await sql<Row & { parent_name: string | null }>`
    select ${columns}, (
      select above.name from site above where above.id = site.parent_id and ${visibleTo(ctx, { owner: 'above.id', site: 'above.id' })}
    ) as parent_name
    from site where site.id = ${site.id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error(`Site ${site.id} went away within its own call.`);
  return { ...present(ctx, row), parentName: row.parent_name, isOwn: site.isOwn };
}

function conditionsOf(query: Query): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (query.filter) {
    const pattern = containing(query.filter);
    conditions.push(
      sql`(site.name ilike ${pattern} or site.system_name ilike ${pattern} or array_to_string(site.hosts, ' ') ilike ${pattern})`,
    );
  }
  if (query.status === 'active')
    conditions.push(sql`site.status = 'active' and not ${belowSuspended}`);
  if (query.status === 'suspended') conditions.push(sql`site.status = 'suspended'`);
  if (query.status === 'suspendedAbove')
    conditions.push(sql`site.status = 'active' and ${belowSuspended}`);
  return conditions;
}

function present(ctx: SignedInContext, row: Row): SiteItem {
  const ancestorCount = ctx.actor.role === 'root' ? 0 : ctx.actor.sitePath.split('/').length - 1;
  const isOwn = row.id === ctx.actor.siteId;
  return {
    id: row.id,
    siteHost: siteHostOf(row),
    name: row.name,
    systemName: row.system_name,
    // Sites above the user's own aren't disclosed, not even their IDs.
    parentId: isOwn && ctx.actor.role !== 'root' ? null : row.parent_id,
    depth: row.path.split('/').length - 1 - ancestorCount,
    hosts: row.hosts,
    status:
      row.status === 'suspended'
        ? 'suspended'
        : row.is_below_suspended
          ? 'suspendedAbove'
          : 'active',
    users: row.users,
    admins: row.admins,
    primaryColor: row.theme.primaryColor ?? defaultTheme.primaryColor,
    createdAt: row.created_at.toISOString(),
    actions: {
      suspend:
        suspendReason({ isRoot: row.parent_id === null, isOwn, status: row.status })?.[
          ctx.language
        ] ?? null,
      resume:
        resumeReason({ isRoot: row.parent_id === null, isOwn, status: row.status })?.[
          ctx.language
        ] ?? null,
      createBelow: null,
    },
  };
}
