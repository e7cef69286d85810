import type { Language } from '../../../contract/languages.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { defineMail, sendMail } from '../../../server/platform/mail/mail.ts';
import { writeDay, writeMonth } from '../../../server/platform/notify/index.ts';
import { makeLink } from './links.ts';
import type { Asked } from './report.ts';

export const usageReport = defineMail({
  kind: 'usage.report',
  plain: ['period'],
  title: { en: 'Usage report', he: 'דוח שימוש' },
  sample: {
    period: 'April 2030',
    until: 'May 8, 2030',
    link: 'https://cloud.example.com/svc/usage/shared/abc',
  },
  texts: {
    en: {
      subject: 'Usage report for {period}',
      body: 'The usage report you requested for {period} is ready. You can download it until {until}. Anyone with the link can read the report.',
      action: 'Download report',
    },
    he: {
      subject: 'דוח שימוש – {period}',
      body: 'דוח השימוש שביקשת עבור {period} מוכן. אפשר להוריד אותו עד {until}. כל אדם שהקישור בידו יכול לקרוא את הדוח.',
      action: 'להורדת הדוח',
    },
  },
});

/** Emails the caller, and only the caller, a link to the report. */
export async function mailUsage(ctx: SignedInContext, asked: Asked): Promise<void> {
  const { url, expiresAt } = await makeLink(ctx, asked);
  const { userId } = ctx.actor;
  const { email, language } = await ctx.db
    .selectFrom('user_account')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const read = (language as Language | null) ?? ctx.language;
  const values = {
    period: writeMonth(asked.period, read),
    until: writeDay(expiresAt.slice(0, 10), read),
    link: url,
  };
  await sendMail(ctx, usageReport, { userId, email, language: read }, values);
}
