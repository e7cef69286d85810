import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import { languages } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { defaultTheme, siteChanged } from '../../../../../server/platform/sites/sites.ts';
import type { FoundSite } from '../find.ts';
import { type Look, siteTables } from '../tables.ts';
import { readSitePicture } from './pictures.ts';

const defaultLook: Look = {
  ...defaultTheme,
  viewMode: 'Full',
  logo: null,
  favicon: null,
  menu: {},
};

export async function readLook(ctx: SignedInContext, site: FoundSite) {
  const row = await ctx.db
    .selectFrom('site')
    .select(['look_version', 'theme', 'view_mode', 'menu', 'system_name', 'languages'])
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow();
  const versions = await siteTables(ctx)
    .selectFrom('site_look as l')
    .select([
      'l.version',
      'l.look',
      'l.note',
      'l.created_at',
      sql<string | null>`account_email(l.created_by)`.as('email'),
    ])
    .where('l.site_id', '=', site.id)
    .orderBy('l.version', 'desc')
    .limit(100)
    .execute();
  const history = versions.map((version) => ({
    version: version.version,
    look: version.look,
    note: version.note,
    publishedAt: version.created_at.toISOString(),
    publishedBy: version.email,
    isCurrent: version.version === row.look_version,
  }));
  const current = history.find((version) => version.isCurrent)?.look ?? {
    ...defaultLook,
    ...(row.theme as Partial<Look>),
    viewMode: row.view_mode as Look['viewMode'],
  };
  return {
    look: current,
    version: row.look_version,
    systemName: row.system_name,
    languages: languages.filter((language) => row.languages.includes(language)),
    history,
  };
}

/**
 * Publishes a look as the site's next version. Throws `notFound` if an image doesn't belong to the
 * site.
 */
export async function publishLook(
  ctx: SignedInContext,
  site: FoundSite,
  look: Look,
  note: string,
): Promise<number> {
  // Lock the site so that publications run one at a time and versions are consecutive.
  const { rows } = await sql<{ last: number }>`
    select coalesce((select max(version) from site_look l where l.site_id = site.id), 0) as last, look_version
    from site where id = ${site.id} for update`.execute(ctx.db);
  const version = (rows[0]?.last ?? 0) + 1;
  const [logo, favicon] = await Promise.all(
    [look.logo, look.favicon].map((picture) =>
      picture === null ? null : readSitePicture(ctx, site.id, picture),
    ),
  );
  const { primaryColor, tagColor, borderRadius, fontSize } = look;
  await siteTables(ctx)
    .insertInto('site_look')
    .values({
      site_id: site.id,
      version,
      look: JSON.stringify(look),
      note,
      created_at: ctx.clock.now(),
      created_by: ctx.actor.userId,
    })
    .execute();
  await ctx.db
    .updateTable('site')
    .set({
      theme: JSON.stringify({ primaryColor, tagColor, borderRadius, fontSize }),
      view_mode: look.viewMode,
      menu: JSON.stringify(look.menu),
      logo: logo?.content ?? null,
      logo_type: logo?.type ?? null,
      favicon: favicon?.content ?? null,
      favicon_type: favicon?.type ?? null,
      look_version: version,
    })
    .where('id', '=', site.id)
    .execute();
  ctx.note({ targetType: 'site', targetId: site.id, after: { lookVersion: version, look } });
  await siteChanged(ctx, site.id);
  return version;
}

export async function rollBack(
  ctx: SignedInContext,
  site: FoundSite,
  version: number,
): Promise<number> {
  const row = await siteTables(ctx)
    .selectFrom('site_look')
    .select(['look', 'note'])
    .where('site_id', '=', site.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw userError('notFound', { what: 'version', id: version });
  return await publishLook(
    ctx,
    site,
    row.look,
    `↩ ${version}${row.note === '' ? '' : `: ${row.note}`}`.slice(0, 200),
  );
}
