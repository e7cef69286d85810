import { UserError } from '../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../contract/languages.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { accountNotifications, notify } from '../../../../server/platform/notify/index.ts';
import {
  describeDevice,
  formatLocation,
  locationOf,
} from '../../../../server/platform/origin/index.ts';
import { enforceRateLimit, lockout } from '../../credentials/server/index.ts';

interface Recipient {
  id: string;
  email: string;
}

const eventValues = (ctx: Context, account: Recipient) => ({
  email: account.email,
  at: ctx.clock.now(),
  ip: ctx.ip,
});

/** Notifies the owner of a sign-in (notification 122). */
export async function notifySignedIn(
  ctx: Context,
  account: Recipient,
  userAgent: string,
): Promise<void> {
  const location = locationOf(ctx, ctx.ip);
  const values = {
    ...eventValues(ctx, account),
    device: eachLanguage((language) => describeDevice(userAgent, language).device),
    place: eachLanguage((language) => formatLocation(location, language)),
  };
  await notify(ctx, {
    userId: account.id,
    notification: accountNotifications.loginSucceeded,
    values,
  });
}

/**
 * Notifies the owner that the account was blocked after repeated failures (notification 10), at
 * most once an hour.
 */
export async function notifyBlocked(ctx: Context, account: Recipient): Promise<void> {
  try {
    await enforceRateLimit(ctx, { name: 'tellBlocked', times: 1, windowSeconds: 3600 }, account.id);
  } catch (error) {
    if (error instanceof UserError) return;
    throw error;
  }
  const values = { ...eventValues(ctx, account), failures: String(lockout.failures) };
  await notify(ctx, { userId: account.id, notification: accountNotifications.loginFailed, values });
}

/** Notifies the owner that a password was set by an emailed link (notification 128). */
export async function notifyReset(ctx: Context, account: Recipient): Promise<void> {
  await notify(ctx, {
    userId: account.id,
    notification: accountNotifications.passwordReset,
    values: eventValues(ctx, account),
  });
}

/** Notifies the owner that the account's security settings have changed (notification 123). */
export async function notifyProtection(
  ctx: Context,
  account: Recipient,
  change: LocalizedText,
): Promise<void> {
  const values = { ...eventValues(ctx, account), change };
  await notify(ctx, {
    userId: account.id,
    notification: accountNotifications.securityPolicyChanged,
    values,
  });
}
