import { sql } from 'kysely';
import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { describeStored } from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { defineNotification, notify } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';
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
    title: localize('signIn.mail.title'),
    sample: { ...signInSample, when: '2026-03-08 10:15 UTC' },
    texts: byLanguage({
      subject: localize('signIn.mail.subject'),
      body: localize('signIn.mail.body'),
      action: localize('signIn.mail.action'),
    }),
  }),
});

/** The notification sent once the authority no longer accepts the connection. */
export const signInExpired = {
  ...signIn,
  mail: defineMail({
    kind: 'allocations.signInExpired',
    plain: ['company'],
    title: localize('signInExpired.mail.title'),
    sample: signInSample,
    texts: byLanguage({
      subject: localize('signInExpired.mail.subject'),
      body: localize('signInExpired.mail.body'),
      action: localize('signInExpired.mail.action'),
    }),
  }),
};

export const pendingNotification = defineNotification({
  id: 1103,
  set: 'billing',
  mail: defineMail({
    kind: 'allocations.waiting',
    plain: ['number'],
    title: localize('waiting.mail.title'),
    sample: {
      ...{
        number: 'INV-2026-000042',
        company: 'Example Clouds Ltd',
        problem: 'The request was not approved',
      },
      link: 'https://cloud.example.com/billingManage/1/2/invoice',
    },
    texts: byLanguage({
      subject: localize('waiting.mail.subject'),
      body: localize('waiting.mail.body'),
      action: localize('waiting.mail.action'),
    }),
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
 * Notifies a company’s administrators that they must sign in at the authority again. Null means
 * that the authority rejects the connection.
 */
export async function notifySignIn(
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

/** Notifies a company’s administrators that a document needs a decision. */
export async function notifyWaiting(
  ctx: Context,
  { companyId, userId: customer, invoice }: Allocation,
  problem: string,
): Promise<void> {
  const link = `${siteAddress(ctx)}/billingManage/${companyId}/${customer}/invoice`;
  for (const { userId, company } of await companyAdmins(ctx, companyId))
    await notify(ctx, {
      userId,
      notification: pendingNotification,
      values: { number: invoice.number, company, problem: describeStored(problem), link },
    });
}
