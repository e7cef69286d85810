import type { Context } from '../../../../../server/platform/context.ts';
import { withLastKnownFallback } from '../../../../../server/platform/sites/lastKnown.ts';

interface Favicon {
  type: string;
  content: Buffer;
}

/** Returns the site's favicon. By default, it's a cloud in the site's primary color. */
export async function readFavicon(ctx: Context): Promise<Favicon> {
  const ownFavicon = await withLastKnownFallback(`favicon ${ctx.site.id}`, () =>
    readSiteFavicon(ctx),
  );
  if (ownFavicon) return ownFavicon;
  const { primaryColor } = ctx.site.theme;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M9 25a7 7 0 0 1-.6-13.97A9 9 0 0 1 25.7 13.1 6 6 0 0 1 25 25z" fill="${primaryColor}"/></svg>`;
  return { type: 'image/svg+xml', content: Buffer.from(drawing) };
}

async function readSiteFavicon({ db, site }: Context): Promise<Favicon | null> {
  const row = await db
    .selectFrom('site')
    .select(['favicon', 'favicon_type'])
    .where('id', '=', site.id)
    .executeTakeFirst();
  return row?.favicon && row.favicon_type ? { type: row.favicon_type, content: row.favicon } : null;
}
