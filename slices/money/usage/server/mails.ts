import type { Language } from '../../../../contract/languages.ts';
import { byLanguage } from '../../../../contract/texts/localizer.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { defineMail, sendMail } from '../../../../server/platform/mail/mail.ts';
import { writeDay, writeMonth } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';
import { makeLink } from './links.ts';
import type { UsageQuery } from './report.ts';

export const usageReport = defineMail({
  kind: 'usage.report',
  plain: ['period'],
  title: localize('usageReport'),
  sample: {
    period: 'April 2030',
    until: 'May 8, 2030',
    link: 'https://cloud.example.com/svc/usage/shared/abc',
  },
  texts: byLanguage({
    subject: localize('usageReport.subject'),
    body: localize('usageReport.body'),
    action: localize('usageReport.action'),
  }),
});

/** Emails the caller, and only the caller, a link to the report. */
export async function mailUsage(ctx: SignedInContext, usageQuery: UsageQuery): Promise<void> {
  const { url, expiresAt } = await makeLink(ctx, usageQuery);
  const { userId } = ctx.actor;
  const { email, language } = await ctx.db
    .selectFrom('user_account')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const formatLanguage = (language as Language | null) ?? ctx.language;
  const values = {
    period: writeMonth(usageQuery.period, formatLanguage),
    until: writeDay(expiresAt.slice(0, 10), formatLanguage),
    link: url,
  };
  await sendMail(ctx, usageReport, { userId, email, language: formatLanguage }, values);
}
