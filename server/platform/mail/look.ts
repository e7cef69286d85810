import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { siteAddress } from './siteAddress.ts';

/** What a mail wears: nothing in it is ours. */
export interface MailLook {
  systemName: string;
  /** Where the site is reached. */
  address: string;
  copyright: string;
  /** `#rrggbb` */
  primaryColor: string;
  /** Pixels. */
  borderRadius: number;
  /** An image that mail programs can show; null: the name is shown instead. */
  logo: { type: string; content: Buffer } | null;
  /** The address the site wants to write from, with or without a name; '' when it has none of its own. */
  sender: string;
}

/** Drawings are not shown by mail programs, and a big picture would ride along with every mail. */
const shownTypes = ['image/png', 'image/jpeg', 'image/gif'];
const maxLogoBytes = 100 * 1024;

export async function readLook(ctx: Pick<Context, 'db' | 'site' | 'services'>): Promise<MailLook> {
  const { rows } = await sql<{ logo: Buffer | null; logo_type: string | null; mail_sender: string }>`
    select case when logo_type = any(${shownTypes}) and length(logo) <= ${maxLogoBytes} then logo end as logo, logo_type, mail_sender
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
