import type { Context } from '../../../../../server/platform/context.ts';
import {
  readCookie,
  setCookie,
  setSessionCookie,
} from '../../../../../server/platform/http/cookies.ts';
import { csrfToken, startSession } from '../../../../../server/platform/session/session.ts';
import {
  clearFailures,
  type LoginMethod,
  recordLogin,
  rememberBrowser,
  rememberedDays,
} from '../../../credentials/server/index.ts';
import { notifySignedIn } from '../notify.ts';
import type { LoginAccount } from '../store.ts';
import { readUserContext, type UserContext } from '../userContext.ts';
import { type Exchange, userAgentOf } from './exchange.ts';

export interface Entry {
  method: LoginMethod;
  /** Set in the second step. */
  rememberBrowser?: boolean;
}

/** Completes the sign-in: creates a session with its cookie and token, and records it. */
export async function openSession(
  ctx: Context,
  exchange: Exchange,
  account: LoginAccount,
  entry: Entry,
): Promise<UserContext> {
  const { config } = ctx.services;
  const userAgent = userAgentOf(exchange);
  const value = await startSession(ctx.db, {
    userId: account.id,
    siteId: ctx.site.id,
    ip: ctx.ip,
    userAgent,
    method: entry.method,
  });
  await ctx.db
    .updateTable('user_account')
    .set({ last_login_at: ctx.clock.now() })
    .where('id', '=', account.id)
    .execute();
  await clearFailures(ctx, account.email);
  await recordLogin(ctx, {
    userId: account.id,
    email: account.email,
    outcome: 'signedIn',
    method: entry.method,
    userAgent,
  });
  await notifySignedIn(ctx, account, userAgent);
  setSessionCookie(exchange.reply, config, value);
  exchange.reply.header('token', csrfToken(value));
  if (
    entry.rememberBrowser === true &&
    readCookie(exchange.request, config, 'browser') === undefined
  )
    setCookie(
      exchange.reply,
      config,
      'browser',
      await rememberBrowser(ctx, account.id, userAgent),
      rememberedDays,
    );
  ctx.note({ targetType: 'user', targetId: account.id, detail: { method: entry.method } });
  return await readUserContext(ctx, account.id);
}
