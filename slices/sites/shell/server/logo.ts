import type { Context } from '../../../../server/platform/context.ts';
import { readableColor } from '../../../../server/platform/mail/colors.ts';
import { withLastKnownFallback } from '../../../../server/platform/sites/lastKnown.ts';

export interface Logo {
  type: string;
  content: Buffer;
}

/**
 * Returns the site's logo. By default, it's the system name in the site's primary color, darkened
 * where necessary to be readable on white.
 */
export async function readLogo(ctx: Context): Promise<Logo> {
  const ownLogo = ctx.site.hasLogo
    ? await withLastKnownFallback(`logo ${ctx.site.id}`, () => readSiteLogo(ctx))
    : null;
  if (ownLogo) return ownLogo;
  return {
    type: 'image/svg+xml',
    content: Buffer.from(
      wordmark(
        ctx.site.systemName,
        readableColor(ctx.site.theme.primaryColor, ['#ffffff'], '#000000'),
      ),
    ),
  };
}

async function readSiteLogo({ db, site }: Context): Promise<Logo | null> {
  const row = await db
    .selectFrom('site')
    .select(['logo', 'logo_type'])
    .where('id', '=', site.id)
    .executeTakeFirst();
  return row?.logo && row.logo_type ? { type: row.logo_type, content: row.logo } : null;
}

function wordmark(name: string, color: string): string {
  const safe = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const width = 44 + [...name].length * 13;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="32" viewBox="0 0 ${width} 32" role="img" aria-label="${safe}"><path d="M9 25a7 7 0 0 1-.6-13.97A9 9 0 0 1 25.7 13.1 6 6 0 0 1 25 25z" fill="${color}"/><text x="38" y="22" font-family="system-ui, sans-serif" font-size="20" font-weight="650" fill="${color}">${safe}</text></svg>`;
}
