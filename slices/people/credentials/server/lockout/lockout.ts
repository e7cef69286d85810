import { type RawBuilder, sql } from 'kysely';
import { emailKey } from '../../../../../contract/fields/email.ts';
import type { Context } from '../../../../../server/platform/context.ts';

/**
 * This many failures within the window block further attempts for a while, whether or not the
 * account exists, across all sign-in methods. Each consecutive block is twice as long, up to the
 * maximum. After a day without failures the count is reset.
 */
export const lockout = {
  failures: 5,
  windowSeconds: 900,
  blockSeconds: 60,
  longestBlockSeconds: 900,
  quietSeconds: 86_400,
};

export type Attempt = { isAllowed: true } | { isAllowed: false; secondsLeft: number };

/**
 * The lockout counter of a browser. Remembered browsers have their own, so that failed attempts by
 * others don't lock out the owner (null: shared by all others).
 */
export type LockBucket = string | null;

const keyOf = (email: string, bucket: LockBucket): string =>
  bucket === null ? emailKey(email) : `${emailKey(email)} ${bucket}`;

/** The duration of a block, by the number of blocks before it. */
const lengthAfter = (blocksBefore: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(${lockout.longestBlockSeconds}::float8, ${lockout.blockSeconds} * power(2, least(${blocksBefore}, 10)))`;

/**
 * The remaining seconds, limited to the duration of the block: a concurrent attempt may have
 * started just before the one that triggered the block.
 */
const secondsUntil = (now: Date): RawBuilder<number> =>
  sql<number>`least(ceil(extract(epoch from blocked_until - ${now}::timestamptz)), ${lengthAfter(sql`greatest(blocks - 1, 0)`)})`;

/**
 * Counts an attempt before the password or code is checked, in one statement, so that parallel
 * guesses can't exceed the limit. Correct attempts are uncounted (`undoAttempt`), and a complete
 * sign-in resets the counter (`clearFailures`). A block always expires.
 */
export async function countAttempt(
  ctx: Context,
  email: string,
  bucket: LockBucket = null,
): Promise<Attempt> {
  const now = ctx.clock.now();
  const key = keyOf(email, bucket);
  const isBlocked = sql`l.blocked_until > ${now}`;
  const isStale = sql`(l.blocked_until is not null or l.first_failure_at < ${now}::timestamptz - make_interval(secs => ${lockout.windowSeconds}))`;
  const hasTooManyFailures = sql`(not ${isStale} and l.failures >= ${lockout.failures})`;
  const blocks = sql`(case when l.first_failure_at < ${now}::timestamptz - make_interval(secs => ${lockout.quietSeconds}) then 0 else l.blocks end)`;
  const { rows } = await sql<{ is_allowed: boolean; seconds_left: number }>`
    insert into login_lock as l (site_id, email_key, failures, first_failure_at)
    values (${ctx.site.id}, ${key}, 1, ${now})
    on conflict (site_id, email_key) do update set
      failures = case when ${isBlocked} then l.failures when ${isStale} then 1 else l.failures + 1 end,
      first_failure_at = case when ${isBlocked} then l.first_failure_at when ${isStale} then ${now} else l.first_failure_at end,
      blocks = case when ${isBlocked} then l.blocks when ${hasTooManyFailures} then ${blocks} + 1 else ${blocks} end,
      blocked_until = case
        when ${isBlocked} then l.blocked_until
        when ${hasTooManyFailures} then ${now}::timestamptz + make_interval(secs => ${lengthAfter(blocks)})
        else null end
    returning blocked_until is null as is_allowed, coalesce(${secondsUntil(now)}, 0)::int as seconds_left`.execute(
    ctx.db,
  );
  const row = rows[0];
  if (!row || row.is_allowed) return { isAllowed: true };
  return { isAllowed: false, secondsLeft: row.seconds_left };
}

/** Uncounts an attempt that was correct, even though sign-in isn't complete yet. */
export async function undoAttempt(
  ctx: Context,
  email: string,
  bucket: LockBucket = null,
): Promise<void> {
  await sql`update login_lock set failures = greatest(failures - 1, 0)
    where site_id = ${ctx.site.id} and email_key = ${keyOf(email, bucket)} and blocked_until is null`.execute(
    ctx.db,
  );
}

export async function clearFailures(
  ctx: Context,
  email: string,
  bucket: LockBucket = null,
): Promise<void> {
  await sql`delete from login_lock where site_id = ${ctx.site.id} and email_key = any(${[keyOf(email, null), keyOf(email, bucket)]})`.execute(
    ctx.db,
  );
}

/**
 * The remaining seconds of a block, 0 if there is none. Doesn't count an attempt. For sign-in
 * methods that can't be guessed.
 */
export async function blockedSeconds(ctx: Context, email: string): Promise<number> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, ${secondsUntil(now)})::int as seconds from login_lock
    where site_id = ${ctx.site.id} and email_key = ${keyOf(email, null)} and blocked_until is not null`.execute(
    ctx.db,
  );
  return rows[0]?.seconds ?? 0;
}
