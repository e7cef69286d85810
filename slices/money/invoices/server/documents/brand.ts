import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { palettesOf } from '../../../../../server/platform/mail/colors.ts';

/** The branding of a document, from its customer's site. */
export interface Brand {
  systemName: string;
  /** `#rrggbb`, dark enough to be readable on white. */
  accent: string;
  /** A `data:` URL. Null: the name is shown instead. */
  logo: string | null;
}

/**
 * Image types that can't contain scripts. The size is limited because the logo is embedded in every
 * document.
 */
const supportedTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const maxLogoBytes = 300 * 1024;

export async function brandOf(ctx: Pick<Context, 'db'>, siteId: string): Promise<Brand> {
  const { rows } = await sql<{
    name: string;
    color: string | null;
    logo: Buffer | null;
    type: string | null;
  }>`
    select coalesce(nullif(system_name, ''), name) as name, theme ->> 'primaryColor' as color, logo_type as type,
      case when logo_type = any(${supportedTypes}) and length(logo) <= ${maxLogoBytes} then logo end as logo
    from site where id = ${siteId}`.execute(ctx.db);
  const row = rows[0];
  const color = /^#[0-9a-f]{6}$/i.test(row?.color ?? '') ? (row?.color ?? '') : '#0062cc';
  return {
    systemName: row?.name ?? '',
    accent: palettesOf(color).light.accent,
    logo: row?.logo && row.type ? `data:${row.type};base64,${row.logo.toString('base64')}` : null,
  };
}
