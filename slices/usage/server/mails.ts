import type { Language } from '../../../contract/languages.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { defineMail, sendMail } from '../../../server/platform/mail/mail.ts';
import { writeDay, writeMonth } from '../../../server/platform/notify/index.ts';
import { makeLink } from './links.ts';
import type { Asked } from './report.ts';

const usageReport = defineMail({
  kind: 'usage.report',
  plain: ['period'],
  title: { en: 'Usage report', he: 'דוח שימוש' },
  sample: { period: 'April 2030', until: '8 May 2030', link: 'https://cloud.example.com/svc/usage/shared/abc' },
  texts: {
    en: {
      subject: 'Usage report {period}',
      body: 'The usage report of {period} that you asked for can be fetched until {until}. Whoever has the address can read it.',
      action: 'Download the report',
    },
    he: {
      subject: 'דוח שימוש {period}',
      body: 'דוח השימוש של {period} שביקשת ניתן להורדה עד {until}. כל מי שבידו הכתובת יכול לקרוא אותו.',
      action: 'להורדת הדוח',
    },
  },
});

/** Sends the caller, and nobody else, the address of the report. */
export async function mailUsage(ctx: SignedInContext, asked: Asked): Promise<void> {
  const { url, expiresAt } = await makeLink(ctx, asked);
  const { userId } = ctx.actor;
  const { email, language } = await ctx.db
    .selectFrom('user_account')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const read = (language as Language | null) ?? ctx.language;
  const values = { period: writeMonth(asked.period, read), until: writeDay(expiresAt.slice(0, 10), read), link: url };
  await sendMail(ctx, usageReport, { userId, email, language: read }, values);
}
