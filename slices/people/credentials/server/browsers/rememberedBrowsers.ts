import type { Context } from '../../../../../server/platform/context.ts';
import { digestOf, newToken } from '../../../../../server/platform/secrets/secrets.ts';
import { credentialTables } from '../tables.ts';

export const rememberedDays = 30;

export interface RememberedBrowser {
  /** The browser's own lockout bucket. */
  bucket: string;
  /** Whether the IP address is the same as last time. */
  isAtUsualAddress: boolean;
}

/** Remembers this browser. Returns the cookie value, which isn't stored. */
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

/**
 * Finds the remembered browser if the cookie value was issued to this account and is still valid.
 */
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

/**
 * Forgets all browsers of the account, so that each requires the second factor again after a change
 * of its security settings.
 */
export async function deleteBrowsers(ctx: Context, userId: string): Promise<void> {
  await credentialTables(ctx)
    .deleteFrom('remembered_browser')
    .where('user_id', '=', userId)
    .execute();
}
