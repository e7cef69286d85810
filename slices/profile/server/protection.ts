import type { Language } from '../../../contract/languages.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { accountNotifications, notify } from '../../../server/platform/notify/index.ts';
import { disconnectUser } from '../../../server/platform/session/session.ts';
import { forgetBrowsers, voidTokens } from '../../credentials/server/index.ts';
import type { Subject } from './subject.ts';

/** What changed, as written in the notification email. */
const changes = {
  secondFactorOn: { en: 'Two-factor authentication was turned on.', he: 'האימות הדו-שלבי הופעל.' },
  secondFactorOff: { en: 'Two-factor authentication was turned off.', he: 'האימות הדו-שלבי בוטל.' },
  ways: { en: 'Two-factor methods were changed.', he: 'שיטות האימות הדו-שלבי שונו.' },
  authenticator: { en: 'An authenticator app was set up.', he: 'הוגדרה אפליקציית אימות.' },
  recoveryCodes: {
    en: 'New recovery codes were generated, and the old ones no longer work.',
    he: 'נוצרו קודי שחזור חדשים, והקודמים אינם תקפים יותר.',
  },
  phoneAdded: { en: 'A phone number was added.', he: 'נוסף מספר טלפון.' },
  phoneRemoved: { en: 'A phone number was removed.', he: 'הוסר מספר טלפון.' },
  passkeyAdded: { en: 'A passkey was added.', he: 'נוסף מפתח גישה.' },
  passkeyRemoved: { en: 'A passkey was deleted.', he: 'מפתח גישה נמחק.' },
  addresses: { en: 'The allowed IP list was changed.', he: 'רשימת כתובות ה-IP המורשות שונתה.' },
  emailLogin: {
    en: 'Sign-in with email and password was turned on or off.',
    he: 'הכניסה עם דוא"ל וסיסמה הופעלה או בוטלה.',
  },
  additionalEmail: {
    en: 'An additional email address for notifications was set.',
    he: 'נקבעה כתובת דוא"ל נוספת להודעות.',
  },
} satisfies Record<string, Record<Language, string>>;

export type ProtectionChange = keyof typeof changes;

/** `2026-03-01 10:15 UTC` */
export const inWords = (moment: Date): string =>
  `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Handles a change of an account's security settings: remembered browsers must pass the second
 * factor again, all other sessions end, a pending email change is canceled, and the owner is
 * notified (specification section 9, notification 123; 2 for the password). Call it in the
 * transaction of the change.
 */
export async function protectionChanged(
  ctx: SignedInContext,
  subject: Subject,
  change: ProtectionChange | 'password',
): Promise<void> {
  await forgetBrowsers(ctx, subject.id);
  await voidTokens(ctx, subject.id, 'changeEmail');
  await disconnectUser(ctx.db, subject.id, subject.isSelf ? ctx.actor.session?.hash : undefined);
  const values = { email: subject.email, at: inWords(ctx.clock.now()), ip: ctx.ip };
  if (change === 'password')
    await notify(ctx, {
      userId: subject.id,
      notification: accountNotifications.passwordChanged,
      values,
    });
  else {
    const said = { ...values, change: changes[change][subject.language] };
    await notify(ctx, {
      userId: subject.id,
      notification: accountNotifications.securityPolicyChanged,
      values: said,
    });
  }
}
