import type { Language } from '../../../contract/languages.ts';
import type { Context } from '../../../server/platform/context.ts';
import { defineMail } from '../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../server/platform/mail/siteAddress.ts';
import { defineNotification, type Notification, notify, writeDay } from '../../../server/platform/notify/index.ts';
import { readSite } from '../../../server/platform/sites/sites.ts';
import type { StepKind } from '../contract.ts';
import type { Case } from './cases.ts';
import { shown } from './coins.ts';
import type { Verdict } from './judge.ts';
import { type Due, foresee } from './plan.ts';
import { stepTitles } from './words.ts';

const sample = {
  document: 'INV-42',
  amount: '120.00 USD',
  dueOn: '1 March 2026',
  coming: '10 March 2026: late fee (10.00 USD)\n21 March 2026: suspension',
  link: 'https://cloud.example.com/billing',
};
type Value = keyof typeof sample;

/** Nobody can switch them off: they say what becomes of the account. */
function declare(id: number, kind: string, title: Record<Language, string>, texts: Record<Language, { subject: string; body: string }>) {
  const withRest = (language: Language) => ({
    subject: texts[language].subject,
    body: `${texts[language].body}\n\n${rest[language]}`,
    action: action[language],
  });
  const mail = defineMail({ kind, plain: ['document'], title, sample, texts: { en: withRest('en'), he: withRest('he') } });
  return defineNotification<Value>({ id, set: 'general', isCompulsory: true, mail });
}

const rest = { en: 'If the amount due isn’t paid:\n{coming}', he: 'אם הסכום לא ישולם:\n{coming}' };
const action = { en: 'Pay now', he: 'לתשלום' };

const notifications: Partial<Record<StepKind, Notification<Value>>> = {
  reminder: declare(
    1080,
    'dunning.reminder',
    { en: 'Payment reminder', he: 'תזכורת תשלום' },
    {
      en: {
        subject: '{document} is not paid yet',
        body: 'The document {document} was due on {dueOn} and is not paid in full. You owe {amount} in all.',
      },
      he: {
        subject: 'המסמך {document} טרם שולם',
        body: 'מועד התשלום של המסמך {document} היה {dueOn} והוא לא שולם במלואו. חובך הכולל הוא {amount}.',
      },
    },
  ),
  fee: declare(
    1081,
    'dunning.fee',
    { en: 'Late fee', he: 'חיוב פיגורים' },
    {
      en: {
        subject: 'A late fee for {document}',
        body: 'The document {document} was due on {dueOn} and is not paid in full, so a late fee was booked. You owe {amount} in all.',
      },
      he: {
        subject: 'חיוב פיגורים בגין {document}',
        body: 'מועד התשלום של המסמך {document} היה {dueOn} והוא לא שולם במלואו, ולכן נרשם חיוב פיגורים. חובך הכולל הוא {amount}.',
      },
    },
  ),
  suspend: declare(
    1082,
    'dunning.suspended',
    { en: 'Account suspended for an unpaid document', he: 'חשבון הושעה בשל מסמך שלא שולם' },
    {
      en: {
        subject: 'Your account is suspended: {document} is not paid',
        body: 'The document {document} was due on {dueOn}. Your servers are turned off and your data is kept. Once {amount} is paid, everything goes on as it was.',
      },
      he: {
        subject: 'החשבון הושהה: המסמך {document} לא שולם',
        body: 'מועד התשלום של המסמך {document} היה {dueOn}. השרתים מכובים והנתונים נשמרים. לאחר תשלום {amount} הכול ימשיך כשהיה.',
      },
    },
  ),
  notice: declare(
    1083,
    'dunning.notice',
    { en: 'Termination notice', he: 'הודעה על סיום' },
    {
      en: {
        subject: 'Your account is about to be terminated: {document} is not paid',
        body: 'The document {document} was due on {dueOn}. If {amount} is not paid, your account and your servers are terminated.',
      },
      he: {
        subject: 'החשבון עומד להסתיים: המסמך {document} לא שולם',
        body: 'מועד התשלום של המסמך {document} היה {dueOn}. אם {amount} לא ישולמו, החשבון והשרתים יסתיימו.',
      },
    },
  ),
};

/** Tells the customer of a step that was done, with what comes next and when. */
export async function tellStep(ctx: Context, found: Case, { key, step }: Due, { owedAfter, stateAfter }: Verdict): Promise<void> {
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
      amount: `${shown(now.owed, now.digits)} ${currency}`,
      dueOn: { en: writeDay(document.dueOn, 'en'), he: writeDay(document.dueOn, 'he') },
      coming: { en: comingIn(now, 'en'), he: comingIn(now, 'he') },
      link: `${siteAddress({ ...ctx, site })}/billing`,
    },
  });
}

const nothing = { en: 'No further steps are planned.', he: 'לא מתוכננים צעדים נוספים.' };

/** A line a step that will be done. */
function comingIn(found: Case, language: Language): string {
  const lines = foresee(found)
    .filter(({ verdict }) => verdict.outcome === 'done')
    .map(({ on, step, verdict }) => {
      const amount = step.kind === 'fee' && verdict.amount !== null ? ` (${shown(verdict.amount, found.digits)} ${found.currency})` : '';
      return `${writeDay(on, language)}: ${stepTitles[step.kind][language]}${amount}`;
    });
  return lines.length === 0 ? nothing[language] : lines.join('\n');
}
