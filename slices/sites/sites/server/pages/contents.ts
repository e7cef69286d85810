import { sql } from 'kysely';
import { type Language, languages } from '../../../../../contract/languages.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { readSite, siteChanged } from '../../../../../server/platform/sites/sites.ts';
import { contentNames } from '../../contract.ts';
import type { FoundSite } from '../find.ts';
import { siteTables } from '../tables.ts';

export type ContentName = (typeof contentNames)[number];

export interface Content {
  /** The site's own HTML. It's sanitized when displayed. */
  html: string;
  language: Language;
  version: number;
}

/**
 * Returns a text of the context's site in the caller's language, or else in the site's first
 * language that has it. Null if there is none. Sites don't inherit texts from their parent site,
 * because these contain the parent's name.
 */
export async function readContent(
  ctx: Pick<Context, 'db' | 'site' | 'language'>,
  name: ContentName,
): Promise<Content | null> {
  const order = [ctx.language, ...ctx.site.languages, ...languages];
  const { rows } = await sql<{ body: string; language: Language; version: number }>`
    select body, language, version from (
      select distinct on (language) body, language, version from site_content
      where site_id = ${ctx.site.id} and name = ${name} order by language, version desc
    ) newest
    where body <> '' order by array_position(${order}::text[], language) limit 1`.execute(ctx.db);
  const [row] = rows;
  return row ? { html: row.body, language: row.language, version: row.version } : null;
}

/** Returns all texts of a site. Texts it hasn't written are empty. */
export async function listContents(ctx: SignedInContext, site: FoundSite) {
  const { rows } = await sql<{
    name: ContentName;
    language: Language;
    version: number;
    body: string;
    created_at: Date;
    email: string | null;
  }>`
    select distinct on (c.name, c.language) c.name, c.language, c.version, c.body, c.created_at, account_email(c.created_by) as email
    from site_content c
    where c.site_id = ${site.id} order by c.name, c.language, c.version desc`.execute(ctx.db);
  const { languages: siteLanguages } = await ctx.db
    .selectFrom('site')
    .select('languages')
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow();
  const ownLanguages = languages.filter((language) => siteLanguages.includes(language));
  const items = contentNames.flatMap((name) =>
    ownLanguages.map((language) => {
      const row = rows.find(
        (candidate) => candidate.name === name && candidate.language === language,
      );
      return {
        name,
        language,
        version: row?.version ?? 0,
        body: row?.body ?? '',
        changedAt: row?.created_at.toISOString() ?? null,
        changedBy: row?.email ?? null,
      };
    }),
  );
  return { languages: ownLanguages, items };
}

export async function listVersions(
  ctx: SignedInContext,
  site: FoundSite,
  name: ContentName,
  language: Language,
) {
  const rows = await siteTables(ctx)
    .selectFrom('site_content as c')
    .select([
      'c.version',
      'c.body',
      'c.created_at',
      sql<string | null>`account_email(c.created_by)`.as('email'),
    ])
    .where('c.site_id', '=', site.id)
    .where('c.name', '=', name)
    .where('c.language', '=', language)
    .orderBy('c.version', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    body: row.body,
    changedAt: row.created_at.toISOString(),
    changedBy: row.email,
  }));
}

/** Stores the next version of a text. Unchanged text creates no version. */
export async function writeContent(
  ctx: SignedInContext,
  site: FoundSite,
  name: ContentName,
  language: Language,
  body: string,
): Promise<number> {
  // Lock the site so that its texts are written one at a time and versions are consecutive.
  await sql`select from site where id = ${site.id} for update`.execute(ctx.db);
  const [last] = await listVersions(ctx, site, name, language);
  if (last?.body === body) return last.version;
  const version = (last?.version ?? 0) + 1;
  await siteTables(ctx)
    .insertInto('site_content')
    .values({
      site_id: site.id,
      name,
      language,
      version,
      body,
      created_at: ctx.clock.now(),
      created_by: ctx.actor.userId,
    })
    .execute();
  if (name === 'terms') await storeTerms(ctx, site);
  ctx.note({
    targetType: 'site',
    targetId: site.id,
    before: { [name]: last?.body ?? '' },
    after: { [name]: body, language, version },
  });
  await siteChanged(ctx, site.id);
  return version;
}

/** Copies the current terms to the site's own row, where sign-up checks whether there are any. */
async function storeTerms(ctx: SignedInContext, site: FoundSite): Promise<void> {
  const targetSite = await readSite(ctx.db, site.id);
  const terms = await readContent(
    { db: ctx.db, site: targetSite, language: targetSite.languages[0] ?? languages[0] },
    'terms',
  );
  await ctx.db
    .updateTable('site')
    .set({ terms: terms?.html ?? '' })
    .where('id', '=', site.id)
    .execute();
}
