import { emailKey } from '../../../../../contract/fields/email.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { credentialTables } from '../tables.ts';

/** The result of a sign-in attempt, or how a session ended. */
export type LoginOutcome =
  | 'signedIn'
  | 'needsSecondStep'
  | 'wrongPassword'
  | 'wrongCode'
  | 'blocked'
  | 'ipRefused'
  | 'disabled'
  | 'signedOut'
  | 'disconnected'
  | 'ipChanged';
export type LoginMethod =
  | 'password'
  | 'totp'
  | 'email'
  | 'sms'
  | 'recovery'
  | 'passkey'
  | 'social'
  | 'autoLogin';

export interface LoginAttempt {
  userId: string | null;
  email: string;
  outcome: LoginOutcome;
  method: LoginMethod;
  userAgent: string;
}

export async function recordLogin(ctx: Context, attempt: LoginAttempt): Promise<void> {
  await credentialTables(ctx)
    .insertInto('login_event')
    .values({
      at: ctx.clock.now(),
      site_id: ctx.site.id,
      user_id: attempt.userId,
      email_key: emailKey(attempt.email).slice(0, 254),
      outcome: attempt.outcome,
      method: attempt.method,
      ip: ctx.ip,
      user_agent: attempt.userAgent.slice(0, 400),
    })
    .execute();
}

/**
 * A user's latest sign-ins and failed attempts, newest first. `before`: the ID of the last event
 * seen.
 */
export async function listLoginEvents(
  ctx: Context,
  userId: string,
  page: { size: number; before?: number },
) {
  let query = credentialTables(ctx)
    .selectFrom('login_event')
    .select(['id', 'at', 'outcome', 'method', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(page.size);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  return (await query.execute()).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    outcome: row.outcome as LoginOutcome,
    method: row.method as LoginMethod,
    ip: row.ip,
    userAgent: row.user_agent,
  }));
}
