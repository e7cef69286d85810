import type { LocalizedText } from '../../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { accountNotifications, notify } from '../../../../../server/platform/notify/index.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import { deleteBrowsers, voidTokens } from '../../../credentials/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { Subject } from '../subject.ts';

/** The changes, as described in the notification email. */
const changes = {
  secondFactorOn: localize('changes.secondFactorOn'),
  secondFactorOff: localize('changes.secondFactorOff'),
  ways: localize('changes.ways'),
  authenticator: localize('changes.authenticator'),
  recoveryCodes: localize('changes.recoveryCodes'),
  phoneAdded: localize('changes.phoneAdded'),
  phoneRemoved: localize('changes.phoneRemoved'),
  passkeyAdded: localize('changes.passkeyAdded'),
  passkeyRemoved: localize('changes.passkeyRemoved'),
  addresses: localize('changes.addresses'),
  emailLogin: localize('changes.emailLogin'),
  additionalEmail: localize('changes.additionalEmail'),
} satisfies Record<string, LocalizedText>;

export type ProtectionChange = keyof typeof changes;

/** Formats a time, for example `2026-03-01 10:15 UTC`. */
export const formatUtc = (moment: Date): string =>
  `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Handles a change of an account's security settings: remembered browsers must pass the second
 * factor again, all other sessions end, a pending email change is canceled, and the owner is
 * notified (specification section 9, notification 123; 2 for the password). Call it in the
 * transaction of the change.
 */
export async function onProtectionChanged(
  ctx: SignedInContext,
  subject: Subject,
  change: ProtectionChange | 'password',
): Promise<void> {
  await deleteBrowsers(ctx, subject.id);
  await voidTokens(ctx, subject.id, 'changeEmail');
  await disconnectUser(ctx.db, subject.id, subject.isSelf ? ctx.actor.session?.hash : undefined);
  const values = { email: subject.email, at: formatUtc(ctx.clock.now()), ip: ctx.ip };
  if (change === 'password')
    await notify(ctx, {
      userId: subject.id,
      notification: accountNotifications.passwordChanged,
      values,
    });
  else {
    const notificationValues = { ...values, change: changes[change][subject.language] };
    await notify(ctx, {
      userId: subject.id,
      notification: accountNotifications.securityPolicyChanged,
      values: notificationValues,
    });
  }
}
