import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import { byLanguage } from '../../../../contract/texts/localizer.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { defineMail, sendMail } from '../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { localize } from '../texts/localize.ts';
import { appliesToUser, currentVersion, hasSignedAgreement } from './signatureRequirement.ts';
import type { AgreementItem } from './store.ts';

export const signatureReminder = defineMail({
  kind: 'agreement.reminder',
  title: localize('signReminder'),
  sample: {
    site: 'Example Cloud',
    agreement: 'Terms of use',
    link: 'https://cloud.example.com/dashboard',
  },
  plain: ['site', 'agreement'],
  texts: byLanguage({
    subject: localize('signReminder.subject'),
    body: localize('signReminder.body'),
    action: localize('signReminder.action'),
  }),
});

/** The most reminders per call. The next call sends the rest. */
const batchSize = 500;
const dayMs = 24 * 3_600_000;

/**
 * Reminds users who have not signed, at most once a day. Throws `agreementNoDraft` if no version is
 * published.
 */
export async function remind(
  ctx: SignedInContext,
  agreement: AgreementItem,
): Promise<{ sent: number; left: number }> {
  if (agreement.version === null) throw userError('agreementNoDraft');
  const now = ctx.clock.now();
  const { rows } = await sql<{
    user_id: string;
    version_id: string;
    email: string;
    language: Language | null;
  }>`
    select u.id as user_id, current.id as version_id, u.email, u.language
    from agreement a cross join ${currentVersion} join user_account u on u.site_id = a.site_id
    where a.id = ${agreement.id} and ${appliesToUser} and u.is_enabled and not ${hasSignedAgreement} and not exists (
      select from agreement_reminder r
      where r.version_id = current.id and r.user_id = u.id and r.sent_at > ${new Date(now.getTime() - dayMs)}
    ) order by u.email_key limit ${batchSize + 1}`.execute(ctx.db);
  const site = await readSite(ctx.db, agreement.siteId);
  const siteContext = { ...ctx, site };
  const batch = rows.slice(0, batchSize);
  for (const user of batch) {
    const language = user.language ?? site.languages[0] ?? languages[0];
    const values = {
      site: site.systemName,
      agreement: agreement.title,
      link: `${siteAddress(siteContext)}/dashboard`,
    };
    await sendMail(
      siteContext,
      signatureReminder,
      { email: user.email, userId: user.user_id, language },
      values,
    );
  }
  if (batch.length > 0)
    await sql`
      insert into agreement_reminder (version_id, user_id, sent_at)
      select ${batch[0]?.version_id}, given, ${now} from unnest(${batch.map((user) => user.user_id)}::uuid[]) as given
      on conflict (version_id, user_id) do update set sent_at = excluded.sent_at`.execute(ctx.db);
  ctx.note({ targetType: 'agreement', targetId: agreement.id, after: { reminded: batch.length } });
  return { sent: batch.length, left: rows.length - batch.length };
}
