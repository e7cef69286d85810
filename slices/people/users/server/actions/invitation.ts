import type { Language } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { sendMail } from '../../../../../server/platform/mail/mail.ts';
import { passwordLinkSite } from '../../../../../server/platform/mail/passwordLink.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import { issueToken } from '../../../credentials/server/index.ts';
import { invitationMail } from '../mails.ts';

const invitationDays = 7;

export interface InvitedUser {
  id: string;
  email: string;
  siteId: string;
  language: Language | null;
}

/**
 * Emails a link to set the account's first password. It works once, within a week. The previous
 * link becomes invalid.
 */
export async function mailInvitation(ctx: SignedInContext, user: InvitedUser): Promise<void> {
  const site = user.siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, user.siteId);
  const siteContext = { ...ctx, site };
  const linkSite = await passwordLinkSite(ctx, site, user.id);
  const token = await issueToken(siteContext, {
    kind: 'invite',
    userId: user.id,
    ttlMinutes: invitationDays * 24 * 60,
    siteId: linkSite.id,
  });
  await sendMail(
    siteContext,
    invitationMail,
    {
      email: user.email,
      userId: user.id,
      language: user.language ?? site.languages[0] ?? ctx.language,
    },
    {
      email: user.email,
      by: ctx.actor.email,
      days: String(invitationDays),
      link: `${siteAddress({ ...ctx, site: linkSite })}/setPassword/${token}`,
    },
  );
}
