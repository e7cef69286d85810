import { sql } from 'kysely';
import { describeDriverError } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { defineMail } from '../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../server/platform/notify/index.ts';
import type { Allocation } from './store.ts';

const signInSample = {
  company: 'Example Clouds Ltd',
  link: 'https://cloud.example.com/companies/1/payments',
};

export const signIn = defineNotification({
  id: 1102,
  set: 'billing',
  mail: defineMail({
    kind: 'allocations.signIn',
    plain: ['company'],
    title: { en: 'Tax authority: sign in again', he: 'רשות המסים: נדרשת כניסה מחדש' },
    sample: { ...signInSample, when: '2026-03-08 10:15 UTC' },
    texts: {
      en: {
        subject: 'Tax authority connection expiring: {company}',
        body: 'The tax authority connection of {company} expires on {when}. Sign in at the tax authority and enter the new token before then. After that date, invoices to businesses receive no allocation numbers and aren’t delivered until you sign in again.',
        action: 'Open connection',
      },
      he: {
        subject: 'תוקף החיבור לרשות המסים עומד לפוג: {company}',
        body: 'תוקף החיבור של {company} לרשות המסים יפוג ב-{when}. עד אז יש להיכנס מחדש אצל רשות המסים ולהזין את הטוקן החדש. לאחר מועד זה, חשבוניות לעסקים לא יקבלו מספרי הקצאה ולא יישלחו עד לכניסה מחדש.',
        action: 'לפתיחת החיבור',
      },
    },
  }),
});

/** The same notification once the authority no longer accepts the connection. */
export const signInExpired = {
  ...signIn,
  mail: defineMail({
    kind: 'allocations.signInExpired',
    plain: ['company'],
    title: { en: 'Tax authority: connection ended', he: 'רשות המסים: החיבור הסתיים' },
    sample: signInSample,
    texts: {
      en: {
        subject: 'Tax authority connection ended: {company}',
        body: 'The tax authority no longer accepts the connection of {company}. Sign in at the tax authority and enter the new token. Until then, invoices to businesses receive no allocation numbers and aren’t delivered.',
        action: 'Open connection',
      },
      he: {
        subject: 'החיבור לרשות המסים הסתיים: {company}',
        body: 'רשות המסים אינה מקבלת עוד את החיבור של {company}. יש להיכנס מחדש אצל רשות המסים ולהזין את הטוקן החדש. עד אז, חשבוניות לעסקים לא יקבלו מספרי הקצאה ולא יישלחו.',
        action: 'לפתיחת החיבור',
      },
    },
  }),
};

export const waiting = defineNotification({
  id: 1103,
  set: 'billing',
  mail: defineMail({
    kind: 'allocations.waiting',
    plain: ['number'],
    title: { en: 'Allocation number not received', he: 'לא התקבל מספר הקצאה' },
    sample: {
      ...{
        number: 'INV-2026-000042',
        company: 'Example Clouds Ltd',
        problem: 'The request was not approved',
      },
      link: 'https://cloud.example.com/billingManage/1/2/invoice',
    },
    texts: {
      en: {
        subject: 'No allocation number for {number}',
        body: 'The tax authority didn’t issue an allocation number for document {number} of {company}.\n\nReason: {problem}\n\nThe document isn’t delivered until you decide how to proceed.',
        action: 'Review document',
      },
      he: {
        subject: 'לא התקבל מספר הקצאה למסמך {number}',
        body: 'רשות המסים לא הנפיקה מספר הקצאה למסמך {number} של {company}.\n\nסיבה: {problem}\n\nהמסמך לא יישלח עד שתתקבל החלטה כיצד להמשיך.',
        action: 'לבדיקת המסמך',
      },
    },
  }),
});

async function companyAdmins(
  ctx: Pick<Context, 'db'>,
  companyId: string,
): Promise<{ userId: string; company: string }[]> {
  const { rows } = await sql<{ userId: string; company: string }>`
    select a.user_id as "userId", c.legal_name as company from company_admin a join company c on c.id = a.company_id
    where a.company_id = ${companyId} order by a.user_id`.execute(ctx.db);
  return rows;
}

/**
 * Notifies the company’s administrators that they must sign in at the authority again; null: the
 * authority rejects the connection.
 */
export async function tellSignIn(
  ctx: Context,
  companyId: string,
  until: Date | null,
): Promise<void> {
  const link = `${siteAddress(ctx)}/companies/${companyId}/payments`;
  for (const { userId, company } of await companyAdmins(ctx, companyId)) {
    const values = { company, link };
    const hasEnded = until === null || until <= ctx.clock.now();
    if (hasEnded) await notify(ctx, { userId, notification: signInExpired, values });
    else await notify(ctx, { userId, notification: signIn, values: { ...values, when: until } });
  }
}

/** Notifies the company’s administrators that a document needs a decision. */
export async function tellWaiting(
  ctx: Context,
  { companyId, userId: customer, invoice }: Allocation,
  problem: string,
): Promise<void> {
  const link = `${siteAddress(ctx)}/billingManage/${companyId}/${customer}/invoice`;
  for (const { userId, company } of await companyAdmins(ctx, companyId))
    await notify(ctx, {
      userId,
      notification: waiting,
      values: { number: invoice.number, company, problem: describeDriverError(problem), link },
    });
}
