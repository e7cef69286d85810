import { sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import type { DatabaseHandle } from '../../../../server/platform/database/database.ts';
import { completedUntil, outsideTraffic } from '../../statistics/server/index.ts';
import { type Reading, storeReadings } from './readings.ts';

type FeedContext = Pick<Context, 'db' | 'clock'> & {
  services: { database: Pick<DatabaseHandle, 'pool'> };
};

/** The longest period processed at once, in ms. A longer gap is processed day by day. */
const dayMs = 86_400_000;

/**
 * Creates readings of the servers' public traffic, up to the last aggregated hour. Safe to
 * interrupt and repeat without counting twice. Returns whether there was any data.
 */
export async function recordTrafficUsage(ctx: FeedContext): Promise<boolean> {
  const until = await completedUntil(ctx);
  let hasNewReadings = false;
  for (;;) {
    const from = until && (await readFeedPosition(ctx, until));
    if (!from || from >= until) return hasNewReadings;
    const to = new Date(Math.min(until.getTime(), from.getTime() + dayMs));
    const readings = await readingsOf(ctx, from, to);
    await storeReadings(ctx.services.database, readings, ctx.clock.now());
    await sql`update metering_feed set done_until = greatest(done_until, ${to}) where kind = 'traffic'`.execute(
      ctx.db,
    );
    hasNewReadings ||= readings.length > 0;
  }
}

/**
 * Returns the end of the last processed hour. The first run starts at the current hour, because
 * earlier usage was sold unmetered.
 */
async function readFeedPosition(ctx: Pick<Context, 'db'>, until: Date): Promise<Date> {
  const { rows } = await sql<{ done: Date }>`
    with begun as (insert into metering_feed (kind, done_until) values ('traffic', ${until}) on conflict do nothing returning done_until)
    select done_until as done from begun union all select done_until from metering_feed where kind = 'traffic'`.execute(
    ctx.db,
  );
  return rows[0]?.done ?? until;
}

/**
 * Reads the hourly usage with its owner, taken from the latest span that started before the end of
 * the hour. Servers without any cost have no readings.
 */
async function readingsOf(ctx: Pick<Context, 'db'>, from: Date, to: Date): Promise<Reading[]> {
  const hourlyTraffic = await outsideTraffic(ctx, from, to);
  const { rows } = await sql<Reading>`
    select counted.id as "subjectId", 'traffic' as kind, counted.hour, had.owner_id as "ownerId", had.site_id as "siteId", counted.bytes as quantity
    from unnest(${hourlyTraffic.map(({ serverId }) => serverId)}::uuid[], ${hourlyTraffic.map(({ hour }) => hour)}::timestamptz[], ${hourlyTraffic.map(({ bytes }) => bytes)}::bigint[])
      as counted (id, hour, bytes)
    cross join lateral (
      select owner_id, site_id from span where span.subject_id = counted.id and span.from_at < counted.hour + interval '1 hour' order by from_at desc limit 1
    ) as had`.execute(ctx.db);
  return rows;
}
