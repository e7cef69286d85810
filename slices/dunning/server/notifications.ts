import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import { padded } from '../../../server/platform/decimals.ts';
import { defineMail } from '../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../server/platform/mail/siteAddress.ts';
import {
  defineNotification,
  type Notification,
  notify,
  writeDay,
} from '../../../server/platform/notify/index.ts';
import { readSite } from '../../../server/platform/sites/sites.ts';
import type { StepKind } from '../contract.ts';
import type { Case } from './cases.ts';
import type { Verdict } from './judge.ts';
import { type Due, foresee } from './plan.ts';
import { stepTitles } from './words.ts';

const sample = {
  document: 'INV-42',
  amount: '120.00 USD',
  dueOn: 'March 1, 2026',
  coming: 'March 10, 2026: late fee (10.00 USD)\nMarch 21, 2026: suspension',
  link: 'https://cloud.example.com/billing',
};
type Value = keyof typeof sample;

/** Compulsory: each announces a consequence for the account. */
function declare(
  id: number,
  kind: string,
  title: Record<Language, string>,
  texts: Record<Language, { subject: string; body: string }>,
) {
  const withRest = (language: Language) => ({
    subject: texts[language].subject,
    body: `${texts[language].body}\n\n${rest[language]}`,
    action: action[language],
  });
  const mail = defineMail({
    kind,
    plain: ['document'],
    title,
    sample,
    texts: { en: withRest('en'), he: withRest('he') },
  });
  return defineNotification<Value>({ id, set: 'general', isCompulsory: true, mail });
}

const rest = { en: 'If the amount due isn’t paid:\n{coming}', he: 'אם הסכום לא ישולם:\n{coming}' };
const action = { en: 'Pay now', he: 'לתשלום' };

export const notifications: Partial<Record<StepKind, Notification<Value>>> = {
  reminder: declare(
    1080,
    'dunning.reminder',
    { en: 'Payment reminder', he: 'תזכורת תשלום' },
    {
      en: {
        subject: 'Payment reminder: {document}',
        body: '{document} was due on {dueOn} and isn’t paid in full. Your total amount due is {amount}.',
      },
      he: {
        subject: 'תזכורת תשלום: {document}',
        body: 'מועד התשלום של המסמך {document} היה {dueOn}, והמסמך לא שולם במלואו. סך הכול לתשלום: {amount}.',
      },
    },
  ),
  fee: declare(
    1081,
    'dunning.fee',
    { en: 'Late fee', he: 'חיוב פיגורים' },
    {
      en: {
        subject: 'Late fee charged for {document}',
        body: '{document} was due on {dueOn} and isn’t paid in full, so a late fee was charged. Your total amount due is {amount}.',
      },
      he: {
        subject: 'חיוב פיגורים בגין {document}',
        body: 'מועד התשלום של המסמך {document} היה {dueOn}, והמסמך לא שולם במלואו. לכן נרשם חיוב פיגורים. סך הכול לתשלום: {amount}.',
      },
    },
  ),
  suspend: declare(
    1082,
    'dunning.suspended',
    { en: 'Account suspended for an unpaid document', he: 'חשבון הושעה בשל מסמך שלא שולם' },
    {
      en: {
        subject: 'Account suspended: {document} is unpaid',
        body: '{document} was due on {dueOn}. Your account is suspended, your servers are turned off, and your data is kept. Pay {amount} to resume your account.',
      },
      he: {
        subject: 'החשבון מושעה: המסמך {document} לא שולם',
        body: 'מועד התשלום של המסמך {document} היה {dueOn}. החשבון מושעה, השרתים כבויים והנתונים נשמרים. לאחר תשלום של {amount} החשבון יחזור לפעול.',
      },
    },
  ),
  notice: declare(
    1083,
    'dunning.notice',
    { en: 'Termination notice', he: 'הודעה על סיום' },
    {
      en: {
        subject: 'Account termination notice: {document} is unpaid',
        body: '{document} was due on {dueOn}. Unless you pay {amount}, your account and your servers will be terminated.',
      },
      he: {
        subject: 'הודעה על סיום החשבון: המסמך {document} לא שולם',
        body: 'מועד התשלום של המסמך {document} היה {dueOn}. ללא תשלום של {amount}, החשבון והשרתים יסתיימו.',
      },
    },
  ),
};

/** Notifies the customer of a completed step, with the steps that follow and their dates. */
export async function tellStep(
  ctx: Context,
  found: Case,
  { key, step }: Due,
  { owedAfter, stateAfter }: Verdict,
): Promise<void> {
  const notification = notifications[step.kind];
  if (!notification) return;
  const site = found.siteId === ctx.site.id ? ctx.site : await readSite(ctx.db, found.siteId);
  const now: Case = {
    ...found,
    done: new Map([...found.done, [key, found.today]]),
    owed: owedAfter ?? found.owed,
    accountState: stateAfter ?? found.accountState,
  };
  const { document, currency } = now;
  await notify(ctx, {
    userId: found.userId,
    notification,
    values: {
      document: document.number,
      amount: `${padded(now.owed, now.digits)} ${currency}`,
      dueOn: { en: writeDay(document.dueOn, 'en'), he: writeDay(document.dueOn, 'he') },
      coming: { en: comingIn(now, 'en'), he: comingIn(now, 'he') },
      link: `${siteAddress({ ...ctx, site })}/billing`,
    },
  });
}

const nothing = { en: 'No further steps are planned.', he: 'לא מתוכננים צעדים נוספים.' };

/** One line per upcoming step. */
function comingIn(found: Case, language: Language): string {
  const lines = foresee(found)
    .filter(({ verdict }) => verdict.outcome === 'done')
    .map(({ on, step, verdict }) => {
      const amount =
        step.kind === 'fee' && verdict.amount !== null
          ? ` (${padded(verdict.amount, found.digits)} ${found.currency})`
          : '';
      return `${writeDay(on, language)}: ${stepTitles[step.kind][language]}${amount}`;
    });
  return lines.length === 0 ? nothing[language] : lines.join('\n');
}
