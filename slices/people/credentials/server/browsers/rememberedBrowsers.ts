import type { Context } from '../../../../../server/platform/context.ts';
import { digestOf, newToken } from '../../../../../server/platform/secrets/secrets.ts';
import { credentialTables } from '../tables.ts';

export const rememberedDays = 30;

export interface RememberedBrowser {
  /** Names the browser's own lock. */
  bucket: string;
  /** It came from where it came last time. */
  isAtUsualAddress: boolean;
}

/** Remembers this browser; gives the cookie's value, which is stored nowhere. */
export async function rememberBrowser(
  ctx: Context,
  userId: string,
  userAgent: string,
): Promise<string> {
  const value = newToken();
  const now = ctx.clock.now();
  await credentialTables(ctx)
    .insertInto('remembered_browser')
    .values({
      hash: digestOf(value),
      user_id: userId,
      site_id: ctx.site.id,
      user_agent: userAgent.slice(0, 400),
      ip: ctx.ip,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + rememberedDays * 86_400_000),
    })
    .execute();
  return value;
}

/** Whether the cookie's value was given to this account and still counts. */
export async function findRememberedBrowser(
  ctx: Context,
  userId: string,
  value: string | undefined,
): Promise<RememberedBrowser | null> {
  if (value === undefined) return null;
  const hash = digestOf(value);
  const row = await credentialTables(ctx)
    .selectFrom('remembered_browser')
    .select('ip')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .where('site_id', '=', ctx.site.id)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  return row
    ? { bucket: hash.toString('hex').slice(0, 16), isAtUsualAddress: row.ip === ctx.ip }
    : null;
}

export async function touchRememberedBrowser(ctx: Context, value: string): Promise<void> {
  await credentialTables(ctx)
    .updateTable('remembered_browser')
    .set({ last_used_at: ctx.clock.now(), ip: ctx.ip })
    .where('hash', '=', digestOf(value))
    .execute();
}

/** After a change of the account's protection, every browser needs the second step again. */
export async function forgetBrowsers(ctx: Context, userId: string): Promise<void> {
  await credentialTables(ctx)
    .deleteFrom('remembered_browser')
    .where('user_id', '=', userId)
    .execute();
}
