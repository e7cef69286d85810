import { userError } from '../../../../contract/errors/errors.ts';
import { emailKey } from '../../../../contract/fields/email.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { sendMail } from '../../../../server/platform/mail/mail.ts';
import { passwordLinkSite } from '../../../../server/platform/mail/passwordLink.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { readSite, siteChanged } from '../../../../server/platform/sites/sites.ts';
import { issueToken } from '../../../people/credentials/server/index.ts';
import { insertAccount } from '../../../people/users/server/index.ts';
import type { FoundSite } from './find.ts';
import { siteAdminInvitation } from './mails.ts';

const ttlHours = 72;

export async function listAdmins(ctx: SignedInContext, site: FoundSite) {
  const rows = await ctx.db
    .selectFrom('user_account')
    .select([
      'id',
      'email',
      'first_name',
      'last_name',
      'is_enabled',
      'has_password',
      'uses_tfa',
      'last_login_at',
    ])
    .where('site_id', '=', site.id)
    .where('role', '=', 'siteAdmin')
    .where('deleted_at', 'is', null)
    .orderBy('email_key')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: `${row.first_name} ${row.last_name}`.trim(),
    isEnabled: row.is_enabled,
    isWaiting: !row.has_password && row.last_login_at === null,
    usesTfa: row.uses_tfa,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  }));
}

/**
 * Creates the account of a new administrator, who sets a password through the emailed link. A
 * pending invitation is replaced by a new link, and the previous link becomes invalid.
 * Throws `emailNotAvailable` if the address belongs to another user of the site.
 */
export async function inviteAdmin(
  ctx: SignedInContext,
  site: FoundSite,
  input: { email: string; language?: Language | undefined },
) {
  const target = await readSite(ctx.db, site.id);
  const language = input.language ?? target.languages[0] ?? languages[0];
  const userId =
    (await pendingAdmin(ctx, site, input.email)) ??
    (await makeAccount(ctx, site, input.email, language));
  // The email uses the branding and sender of the new administrator's site.
  const siteContext = { ...ctx, site: target };
  const linkSite = await passwordLinkSite(ctx, target, userId);
  const invite = {
    kind: 'invite',
    userId,
    ttlMinutes: ttlHours * 60,
    siteId: linkSite.id,
    detail: { role: 'siteAdmin' },
  } as const;
  const token = await issueToken(siteContext, invite);
  await sendMail(
    siteContext,
    siteAdminInvitation,
    { email: input.email, userId, language },
    {
      site: target.systemName,
      by: ctx.actor.email,
      hours: String(ttlHours),
      link: `${siteAddress({ ...ctx, site: linkSite })}/setPassword/${token}`,
    },
  );
  ctx.note({
    targetType: 'user',
    targetId: userId,
    after: { email: input.email, role: 'siteAdmin', siteId: site.id },
  });
  await announce(ctx.db, { topic: 'user', id: userId, siteId: site.id });
  await siteChanged(ctx, site.id);
  return { userId };
}

async function pendingAdmin(
  ctx: SignedInContext,
  site: FoundSite,
  email: string,
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('user_account')
    .select(['id', 'role', 'has_password', 'last_login_at'])
    .where('site_id', '=', site.id)
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if (row.role !== 'siteAdmin' || row.has_password || row.last_login_at !== null)
    throw userError('emailNotAvailable', {}, 'email');
  return row.id;
}

async function makeAccount(
  ctx: SignedInContext,
  site: FoundSite,
  email: string,
  language: Language,
): Promise<string> {
  const id = await insertAccount(ctx, { siteId: site.id, email, role: 'siteAdmin', language });
  if (id === null) throw userError('emailNotAvailable', {}, 'email');
  return id;
}
