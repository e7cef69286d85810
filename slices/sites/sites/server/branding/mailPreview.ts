import type * as z from 'zod';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { readLook } from '../../../../../server/platform/mail/mailBranding.ts';
import { renderMail } from '../../../../../server/platform/mail/render.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import type { siteEndpoints } from '../../contract.ts';
import type { FoundSite } from '../find.ts';
import { siteAdminInvitation } from '../mails.ts';
import { readSitePicture } from './pictures.ts';

type Query = z.output<(typeof siteEndpoints)['previewSiteMail']['query']>;

/** Returns an email as it would be sent with an unpublished look. */
export async function previewMail(
  ctx: SignedInContext,
  site: FoundSite,
  query: Query,
): Promise<string> {
  const siteContext = { ...ctx, site: await readSite(ctx.db, site.id) };
  const ownLook = await readLook(siteContext);
  const logo = query.logo ? await readSitePicture(ctx, site.id, query.logo) : null;
  // As in emails that are sent: mail programs don't show SVG images.
  const isShown = logo !== null && logo.type !== 'image/svg+xml';
  const { texts, sample } = siteAdminInvitation;
  const text = texts[query.language];
  const values = { ...sample, site: ownLook.systemName };
  const { html } = renderMail(
    {
      look: {
        ...ownLook,
        primaryColor: query.primaryColor,
        borderRadius: Math.min(12, query.borderRadius),
      },
      language: query.language,
      subject: text.subject,
      content: { body: text.body, values, action: text.action ?? null },
    },
    {
      logoSource: isShown ? `data:${logo.type};base64,${logo.content.toString('base64')}` : null,
      scheme: query.scheme,
      styles: 'attributes',
    },
  );
  return html;
}

/** No scripts, no external requests, and only the portal's own pages can frame the preview. */
export const previewHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
} as const;
