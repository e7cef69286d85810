import { UserError, userError } from '../../../../../contract/errors/errors.ts';
import { emailKey } from '../../../../../contract/fields/email.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { disconnectUser } from '../../../../../server/platform/session/session.ts';
import {
  consumeToken,
  deleteBrowsers,
  enforceRateLimit,
} from '../../../credentials/server/index.ts';
import { localize } from '../../texts/localize.ts';
import { notifyProtection } from '../notify.ts';
import { inTransaction } from '../signIn/exchange.ts';
import { mailValidation } from './createAccount.ts';

const validateRateLimit = { name: 'validate', times: 60, windowSeconds: 900 };
const resendLimit = { name: 'revalidate', times: 1, windowSeconds: 60 };

/** Verifies an email address: the account's, or the requested new one. Throws codes 18, 17. */
export async function validateEmail(ctx: Context, token: string): Promise<{ email: string }> {
  await enforceRateLimit(ctx, validateRateLimit);
  return await inTransaction(ctx, async (inner) => {
    const own = await consumeToken(inner, 'validate', token);
    const changed = own ? null : await consumeToken(inner, 'changeEmail', token);
    const userId = own?.userId ?? changed?.userId;
    if (!userId) throw userError('tokenInvalid');
    const email = typeof changed?.detail.email === 'string' ? changed.detail.email : undefined;
    if (email !== undefined) await requireFreeEmail(inner, email, userId);
    const row = await inner.db
      .updateTable('user_account')
      .set({ is_email_validated: true, ...(email === undefined ? {} : { email }) })
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning('email')
      .executeTakeFirst();
    if (!row) throw userError('tokenInvalid');
    if (email !== undefined) await endOldSessions(inner, { id: userId, email: row.email });
    ctx.note({
      targetType: 'user',
      targetId: userId,
      ...(email === undefined ? {} : { after: { email } }),
    });
    return { email: row.email };
  });
}

/** Ends the sessions of the old address and forgets its browsers, which must sign in again. */
async function endOldSessions(ctx: Context, account: { id: string; email: string }): Promise<void> {
  await disconnectUser(
    ctx.db,
    account.id,
    ctx.actor?.userId === account.id ? ctx.actor.session?.hash : undefined,
  );
  await deleteBrowsers(ctx, account.id);
  await notifyProtection(ctx, account, localize('validateEmail.protectAnew.emailAddressChanged'));
}

async function requireFreeEmail(ctx: Context, email: string, userId: string): Promise<void> {
  const existing = await ctx.db
    .selectFrom('user_account')
    .select('id')
    .where('site_id', '=', ctx.site.id)
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .where('id', '!=', userId)
    .executeTakeFirst();
  if (existing) throw userError('emailNotAvailable');
}

/** Emails the verification link again, at most once a minute. */
export async function revalidateEmail(ctx: SignedInContext): Promise<{ done: true }> {
  try {
    await enforceRateLimit(ctx, resendLimit, ctx.actor.userId);
  } catch (error) {
    if (error instanceof UserError && error.retryAfterSeconds !== undefined)
      throw new UserError(
        [{ name: 'resendTooSoon', values: { seconds: error.retryAfterSeconds } }],
        error.retryAfterSeconds,
      );
    throw error;
  }
  await mailValidation(ctx, { id: ctx.actor.userId, email: ctx.actor.email });
  return { done: true };
}
