import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import { emailKey } from '../../../../contract/fields/email.ts';
import {
  administratorOf,
  userDenialReason,
} from '../../../../server/platform/access/effectiveRights.ts';
import { asPortal, portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { isWithin, parseRange } from '../../../../server/platform/origin/addressRange.ts';
import { digestOf, newToken } from '../../../../server/platform/secrets/secrets.ts';
import { readSite, siteChanged } from '../../../../server/platform/sites/sites.ts';
import { issueToken } from '../../../people/credentials/server/index.ts';
import type { FoundSite } from './find.ts';
import { siteTables } from './tables.ts';

const ttlMinutes = 1;
/** Maximum number of attempts per address and site. */
const maxAttemptsPerMinute = 60;

export async function readRemoteLogin(ctx: SignedInContext, site: FoundSite) {
  const row = await siteTables(ctx)
    .selectFrom('site')
    .select(['remote_web_access', 'remote_ips', 'remote_token_at'])
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow();
  return {
    remoteWebAccess: row.remote_web_access,
    remoteIps: row.remote_ips,
    hasToken: row.remote_token_at !== null,
    tokenAt: row.remote_token_at?.toISOString() ?? null,
    address: `${siteAddress({ ...ctx, site: await readSite(ctx.db, site.id) })}/svc/remoteLogin`,
  };
}

/** Throws `addressInvalid` for each invalid address. */
export async function writeRemoteLogin(
  ctx: SignedInContext,
  site: FoundSite,
  settings: { remoteWebAccess: boolean; remoteIps: readonly string[] },
) {
  const parsed = settings.remoteIps.map((input) => ({ given: input, range: parseRange(input) }));
  const reasons = parsed.flatMap(({ given, range }, index) =>
    range === null
      ? [{ name: 'addressInvalid' as const, values: { given }, key: `remoteIps.${index}` }]
      : [],
  );
  if (reasons.length > 0) throw new UserError(reasons);
  const remoteIps = [...new Set(parsed.flatMap(({ range }) => range ?? []))];
  const before = await readRemoteLogin(ctx, site);
  await ctx.db
    .updateTable('site')
    .set({ remote_web_access: settings.remoteWebAccess, remote_ips: remoteIps })
    .where('id', '=', site.id)
    .execute();
  const after = { remoteWebAccess: settings.remoteWebAccess, remoteIps };
  ctx.note({
    targetType: 'site',
    targetId: site.id,
    before: { remoteWebAccess: before.remoteWebAccess, remoteIps: before.remoteIps },
    after,
  });
  await siteChanged(ctx, site.id);
  return after;
}

/**
 * Creates a token of 256 random bits and stores only its digest. The previous token becomes invalid
 * on commit.
 */
export async function renewToken(ctx: SignedInContext, site: FoundSite): Promise<string> {
  const token = newToken();
  await portalDb(ctx, 'scoped connections have no right to the digest of the token')
    .updateTable('site')
    .set({ remote_token_hash: digestOf(token), remote_token_at: ctx.clock.now() })
    .where('id', '=', site.id)
    .execute();
  ctx.note({ targetType: 'site', targetId: site.id, detail: 'a new token for remote sign-in' });
  await siteChanged(ctx, site.id);
  return token;
}

/**
 * Returns a one-time token for a user of the site. Attempts are counted before any check. All
 * caller errors get the same response, so that anonymous callers don't learn whether the token or
 * the address was wrong. Only customers can sign in this way, so that a stolen token gives no
 * administrative access. Users with rights that the site's administrators lack can't either,
 * because the administrators know the token.
 */
export async function remoteLogin(
  ctx: Context,
  request: { token: string; email: string },
): Promise<{ token: string; expiresAt: string }> {
  await countSignInAttempt(ctx);
  const site = await siteTables(asPortal(ctx, 'the digest of the token is read to check it'))
    .selectFrom('site')
    .select(['remote_web_access', 'remote_ips', 'remote_token_hash'])
    .where('id', '=', ctx.site.id)
    .executeTakeFirstOrThrow();
  const isTokenValid =
    timingSafeEqual(site.remote_token_hash ?? Buffer.alloc(32), digestOf(request.token)) &&
    site.remote_token_hash !== null;
  ctx.note({ targetType: 'site', targetId: ctx.site.id });
  if (
    ctx.site.isSuspended ||
    !isTokenValid ||
    !site.remote_web_access ||
    !isWithin(ctx.ip, site.remote_ips)
  )
    throw userError('remoteLoginRefused');
  const account = await ctx.db
    .selectFrom('user_account')
    .select('id')
    .where('site_id', '=', ctx.site.id)
    .where('email_key', '=', emailKey(request.email))
    .where('role', '=', 'user')
    .where(sql<boolean>`${userDenialReason(administratorOf(ctx.site), 'user_account.id')} is null`)
    .where('is_enabled', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw userError('notFound', { what: 'user', id: request.email }, 'email');
  const token = await issueToken(ctx, {
    kind: 'autoLogin',
    userId: account.id,
    ttlMinutes,
    detail: { from: 'remoteLogin', ip: ctx.ip },
  });
  ctx.note({ targetType: 'user', targetId: account.id });
  return {
    token,
    expiresAt: new Date(ctx.clock.now().getTime() + ttlMinutes * 60_000).toISOString(),
  };
}

/** Counts an attempt, even if the call fails later. Throws `slowDown` above the limit. */
async function countSignInAttempt(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime();
  const minute = new Date(now - (now % 60_000));
  const { rows } = await sql<{ tries: number }>`
    insert into remote_login_try (site_id, ip, minute, tries) values (${ctx.site.id}, ${ctx.ip}, ${minute}, 1)
    on conflict (site_id, ip, minute) do update set tries = remote_login_try.tries + 1
    returning tries`.execute(ctx.db);
  if (rows[0]?.tries === 1)
    await siteTables(ctx)
      .deleteFrom('remote_login_try')
      .where('minute', '<', new Date(now - 3_600_000))
      .execute();
  const seconds = 60 - Math.floor((now % 60_000) / 1000);
  if ((rows[0]?.tries ?? 0) > maxAttemptsPerMinute)
    throw new UserError([{ name: 'slowDown', values: { seconds } }], seconds);
}
