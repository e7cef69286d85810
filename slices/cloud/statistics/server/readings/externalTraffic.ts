import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { partFamily, tableOf } from '../levels.ts';
import { aggregatedUntil } from '../window.ts';

/** Returns the time up to which whole hours are aggregated. Null before the first one. */
export async function completedUntil(ctx: Pick<Context, 'db'>): Promise<Date | null> {
  const { '1h': done } = await aggregatedUntil(ctx);
  return done === undefined ? null : new Date(done * 1000);
}

/**
 * Returns the bytes that each server exchanged externally in each whole hour of the half-open
 * period. Hours without traffic are omitted.
 */
export async function outsideTraffic(
  ctx: Pick<Context, 'db'>,
  from: Date,
  to: Date,
): Promise<{ serverId: string; hour: Date; bytes: number }[]> {
  const { rows } = await sql<{ serverId: string; hour: Date; bytes: number }>`
    select server_id as "serverId", at as hour, sum(outside_bytes)::bigint as bytes from ${sql.table(tableOf(partFamily, '1h'))}
    where at >= ${from} and at < ${to} and outside_bytes > 0 group by server_id, at`.execute(
    ctx.db,
  );
  return rows;
}
