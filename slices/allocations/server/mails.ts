import { sql } from 'kysely';
import { inWords } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { defineMail } from '../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../server/platform/notify/index.ts';
import type { Allocation } from './store.ts';

const signIn = defineNotification({
  id: 1102,
  set: 'billing',
  mail: defineMail({
    kind: 'allocations.signIn',
    plain: ['company'],
    title: { en: 'Tax authority: sign in again', he: 'רשות המסים: נדרשת כניסה מחדש' },
    sample: { company: 'Example Clouds Ltd', when: '2026-03-08 10:15 UTC', link: 'https://cloud.example.com/companies/1/payments' },
    texts: {
      en: {
        subject: 'The connection of {company} to the tax authority ends',
        body: 'The tax authority takes the connection of {company} until {when}. Until somebody signs in there again and the new token is filled in, invoices to businesses get no numbers and are not handed out.',
        action: 'Open the connection',
      },
      he: {
        subject: 'החיבור של {company} לרשות המסים מסתיים',
        body: 'רשות המסים מקבלת את החיבור של {company} עד {when}. עד שמישהו ייכנס שם מחדש והאסימון החדש ימולא, חשבוניות לעסקים אינן מקבלות מספרי הקצאה ואינן נמסרות.',
        action: 'לפתיחת החיבור',
      },
    },
  }),
});

const waiting = defineNotification({
  id: 1103,
  set: 'billing',
  mail: defineMail({
    kind: 'allocations.waiting',
    plain: ['number'],
    title: { en: 'Allocation number not received', he: 'לא התקבל מספר הקצאה' },
    sample: {
      ...{ number: 'INV-2026-000042', company: 'Example Clouds Ltd', problem: 'The request was not approved' },
      link: 'https://cloud.example.com/billingManage/1/2/invoice',
    },
    texts: {
      en: {
        subject: 'The tax authority gave no number for {number}',
        body: 'The tax authority gave no number for document {number} of {company}: {problem}\n\nThe document is not handed out before somebody decides what becomes of it.',
        action: 'Decide',
      },
      he: {
        subject: 'רשות המסים לא נתנה מספר הקצאה למסמך {number}',
        body: 'רשות המסים לא נתנה מספר הקצאה למסמך {number} של {company}: {problem}\n\nהמסמך אינו נמסר עד שמישהו יחליט מה ייעשה בו.',
        action: 'להחלטה',
      },
    },
  }),
});

async function caretakers(ctx: Pick<Context, 'db'>, companyId: string): Promise<{ userId: string; company: string }[]> {
  const { rows } = await sql<{ userId: string; company: string }>`
    select a.user_id as "userId", c.legal_name as company from company_admin a join company c on c.id = a.company_id
    where a.company_id = ${companyId} order by a.user_id`.execute(ctx.db);
  return rows;
}

const over = { en: 'now (already rejected)', he: 'כעת (החיבור כבר נדחה)' };

/** Tells those who look after the company that somebody has to sign in at the authority; null: it takes the connection no more. */
export async function tellSignIn(ctx: Context, companyId: string, until: Date | null): Promise<void> {
  const link = `${siteAddress(ctx)}/companies/${companyId}/payments`;
  for (const { userId, company } of await caretakers(ctx, companyId))
    await notify(ctx, { userId, notification: signIn, values: { company, when: until ?? over, link } });
}

/** Tells those who look after the company that a document waits for them. */
export async function tellWaiting(ctx: Context, { companyId, userId: customer, invoice }: Allocation, problem: string): Promise<void> {
  const link = `${siteAddress(ctx)}/billingManage/${companyId}/${customer}/invoice`;
  for (const { userId, company } of await caretakers(ctx, companyId))
    await notify(ctx, { userId, notification: waiting, values: { number: invoice.number, company, problem: inWords(problem), link } });
}
