import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { siteAddress } from './siteAddress.ts';

/** The design of an email, based entirely on the site. */
export interface MailLook {
  systemName: string;
  /** The site's URL. */
  address: string;
  copyright: string;
  /** `#rrggbb` */
  primaryColor: string;
  /** Pixels. */
  borderRadius: number;
  /** An image that mail programs can display. Null if the name is shown instead. */
  logo: { type: string; content: Buffer } | null;
  /** The site's sender address, with or without a name. '' if the site has none. */
  sender: string;
}

/**
 * Supported logo types. Mail programs don't show SVG, and a large image would be attached to every
 * email.
 */
const supportedTypes = ['image/png', 'image/jpeg', 'image/gif'];
const maxLogoBytes = 100 * 1024;

export async function readLook(ctx: Pick<Context, 'db' | 'site' | 'services'>): Promise<MailLook> {
  const { rows } = await sql<{
    logo: Buffer | null;
    logo_type: string | null;
    mail_sender: string;
  }>`
    select case when logo_type = any(${supportedTypes}) and length(logo) <= ${maxLogoBytes} then logo end as logo, logo_type, mail_sender
    from site where id = ${ctx.site.id}`.execute(ctx.db);
  const row = rows[0];
  return {
    systemName: ctx.site.systemName,
    address: siteAddress(ctx),
    copyright: ctx.site.copyright,
    primaryColor: ctx.site.theme.primaryColor,
    borderRadius: Math.min(12, ctx.site.theme.borderRadius),
    logo: row?.logo && row.logo_type ? { type: row.logo_type, content: row.logo } : null,
    sender: row?.mail_sender ?? '',
  };
}
