import { eachLanguage, type Language, type LocalizedText } from '../../../../contract/languages.ts';
import { byLanguage } from '../../../../contract/texts/localizer.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { padded } from '../../../../server/platform/decimals/decimals.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import {
  defineNotification,
  type Notification,
  notify,
  writeDay,
} from '../../../../server/platform/notify/index.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import type { StepKind } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import type { Case } from './evaluation/cases.ts';
import type { Verdict } from './evaluation/evaluateStep.ts';
import { type Due, forecast } from './evaluation/plan.ts';
import { stepTitles } from './messages.ts';

const sample = {
  document: 'INV-42',
  amount: '120.00 USD',
  dueOn: 'March 1, 2026',
  coming: 'March 10, 2026: late fee (10.00 USD)\nMarch 21, 2026: suspension',
  link: 'https://cloud.example.com/billing',
};
type Value = keyof typeof sample;

/** Declares a mandatory notification, because each one announces a consequence for the account. */
function declare(
  id: number,
  kind: string,
  title: LocalizedText,
  texts: Record<Language, { subject: string; body: string }>,
) {
  const withDefaults = (language: Language) => ({
    subject: texts[language].subject,
    body: `${texts[language].body}\n\n${rest[language]}`,
    action: action[language],
  });
  const mail = defineMail({
    kind,
    plain: ['document'],
    title,
    sample,
    texts: eachLanguage(withDefaults),
  });
  return defineNotification<Value>({ id, set: 'general', isCompulsory: true, mail });
}

const rest = localize('rest');
const action = localize('action');

export const notifications: Partial<Record<StepKind, Notification<Value>>> = {
  reminder: declare(
    1080,
    'dunning.reminder',
    localize('notifications.reminder'),
    byLanguage({
      subject: localize('notifications.reminder.subject'),
      body: localize('notifications.reminder.body'),
    }),
  ),
  fee: declare(
    1081,
    'dunning.fee',
    localize('notifications.fee'),
    byLanguage({
      subject: localize('notifications.fee.subject'),
      body: localize('notifications.fee.body'),
    }),
  ),
  suspend: declare(
    1082,
    'dunning.suspended',
    localize('notifications.suspend'),
    byLanguage({
      subject: localize('notifications.suspend.subject'),
      body: localize('notifications.suspend.body'),
    }),
  ),
  notice: declare(
    1083,
    'dunning.notice',
    localize('notifications.notice'),
    byLanguage({
      subject: localize('notifications.notice.subject'),
      body: localize('notifications.notice.body'),
    }),
  ),
};

/** Notifies the customer of a completed step, with the following steps and their dates. */
export async function notifyStep(
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
      dueOn: eachLanguage((language) => writeDay(document.dueOn, language)),
      coming: eachLanguage((language) => upcomingStepsText(now, language)),
      link: `${siteAddress({ ...ctx, site })}/billing`,
    },
  });
}

const noUpcomingSteps = localize('nothing');

/** Returns one line of text per upcoming step. */
function upcomingStepsText(found: Case, language: Language): string {
  const lines = forecast(found)
    .filter(({ verdict }) => verdict.outcome === 'done')
    .map(({ on, step, verdict }) => {
      const amount =
        step.kind === 'fee' && verdict.amount !== null
          ? ` (${padded(verdict.amount, found.digits)} ${found.currency})`
          : '';
      return `${writeDay(on, language)}: ${stepTitles[step.kind][language]}${amount}`;
    });
  return lines.length === 0 ? noUpcomingSteps[language] : lines.join('\n');
}
