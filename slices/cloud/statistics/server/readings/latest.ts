import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { serverFamily, stepOf, tableOf } from '../levels.ts';
import { aggregatedUntil, readingsOf } from '../window.ts';

/** The latest measurement of a server. Rates are per second, and null if unknown. */
export interface LatestReading {
  sampledAt: Date | null;
  cpuPercent: number | null;
  memoryPercent: number | null;
  diskBytesPerSecond: number | null;
  diskOpsPerSecond: number | null;
  receivedBytesPerSecond: number | null;
  sentBytesPerSecond: number | null;
}

/** Returns the latest measurements of these servers by ID. The caller must check permissions. */
export async function latestReadings(
  ctx: Pick<Context, 'db'>,
  serverIds: readonly string[],
): Promise<Map<string, LatestReading>> {
  const { rows } = await sql<LatestReading & { id: string }>`
    select server_id as id, sampled_at as "sampledAt", nullif(cpu_percent, -1) as "cpuPercent",
      case when memory_total_mb > 0 and memory_used_mb >= 0 then (100.0 * memory_used_mb / memory_total_mb)::float8 end as "memoryPercent",
      disk_bytes_rate as "diskBytesPerSecond", disk_ops_rate as "diskOpsPerSecond", received_rate as "receivedBytesPerSecond", sent_rate as "sentBytesPerSecond"
    from server_runtime where server_id = any(${[...serverIds]}::uuid[])`.execute(ctx.db);
  return new Map(rows.map(({ id, ...reading }) => [id, reading]));
}

/**
 * Returns the bytes each of these servers received and sent since the start of the month, in the
 * time zone of its site.
 */
export async function monthTraffic(
  ctx: Pick<Context, 'db' | 'clock'>,
  serverIds: readonly string[],
): Promise<Map<string, number>> {
  const now = ctx.clock.now();
  const earliest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 14 * 3_600_000);
  const window = {
    from: Math.floor(earliest.getTime() / 1000),
    to: Math.floor(now.getTime() / 1000),
    step: 1,
    depth: '1h' as const,
  };
  const parts = readingsOf(window, await aggregatedUntil(ctx)).map(
    ({ depth, from, to }) => sql`
      select server_id, at + ${stepOf[depth] / 2} * interval '1 second' as at, received_total + sent_total as bytes from ${sql.table(tableOf(serverFamily, depth))}
      where server_id = any(${[...serverIds]}::uuid[]) and at >= to_timestamp(${from}) and at < to_timestamp(${to})`,
  );
  if (parts.length === 0) return new Map();
  const { rows } = await sql<{ id: string; bytes: number }>`
    with counted as (${sql.join(parts, sql` union all `)})
    select c.server_id as id, coalesce(sum(c.bytes), 0)::float8 as bytes from counted c join server s on s.id = c.server_id join site on site.id = s.site_id
    where c.at >= date_trunc('month', ${now}::timestamptz at time zone site.time_zone) at time zone site.time_zone group by 1`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}
