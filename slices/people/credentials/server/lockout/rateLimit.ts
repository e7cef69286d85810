import { sql } from 'kysely';
import { UserError } from '../../../../../contract/errors/errors.ts';
import type { Context } from '../../../../../server/platform/context.ts';

export interface RateLimit {
  /** The name of the limited action. */
  name: string;
  times: number;
  windowSeconds: number;
}

/**
 * Counts an attempt from the caller's address (or of `subject`) and rejects excess attempts with
 * code `slowDown`. Exact across all processes.
 */
export async function enforceRateLimit(
  ctx: Context,
  limit: RateLimit,
  subject: string = ctx.ip,
): Promise<void> {
  const now = ctx.clock.now();
  const isWindowExpired = sql`p.begun_at <= ${now}::timestamptz - make_interval(secs => ${limit.windowSeconds})`;
  const { rows } = await sql<{ times: number; seconds_left: number }>`
    insert into pace as p (site_id, key, begun_at, times) values (${ctx.site.id}, ${`${limit.name} ${subject}`}, ${now}, 1)
    on conflict (site_id, key) do update set
      times = case when ${isWindowExpired} then 1 else p.times + 1 end,
      begun_at = case when ${isWindowExpired} then ${now} else p.begun_at end
    returning times, ceil(${limit.windowSeconds} - extract(epoch from ${now}::timestamptz - begun_at))::int as seconds_left`.execute(
    ctx.db,
  );
  const row = rows[0];
  if (!row || row.times <= limit.times) return;
  const seconds = Math.max(1, row.seconds_left);
  throw new UserError([{ name: 'slowDown', values: { seconds } }], seconds);
}
