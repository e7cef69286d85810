import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  defineSetting,
  readSetting,
  type Setting,
} from '../../../../../server/platform/settings/settings.ts';
import { localize } from '../../texts/localize.ts';
import {
  type Depth,
  type Family,
  families,
  type LevelName,
  levelNames,
  stepOf,
  tableOf,
} from '../levels.ts';

type Db = Pick<Context, 'db'>;

/** A level must be kept at least until the next level is calculated from it. */
const days = (min: number, max: number) => z.number().int().min(min).max(max);

/**
 * Retention of each level in days. Raw samples are deleted by whole days, for all sites at once.
 */
export const retentionDays: Record<Depth, Setting<number>> = {
  raw: defineSetting({
    id: 'statistics.keepReadingsDays',
    schema: days(2, 60),
    fallback: 2,
    level: 'root',
    access: 'portal.manage',
    title: localize('keepDays.raw'),
  }),
  '5m': defineSetting({
    id: 'statistics.keepFiveMinutesDays',
    schema: days(2, 400),
    fallback: 60,
    level: 'site',
    access: 'settings.manage',
    title: localize('keepDays.5m'),
  }),
  '1h': defineSetting({
    id: 'statistics.keepHoursDays',
    schema: days(3, 3660),
    fallback: 3 * 366,
    level: 'site',
    access: 'settings.manage',
    title: localize('keepDays.1h'),
  }),
  '1d': defineSetting({
    id: 'statistics.keepDaysDays',
    schema: days(31, 7320),
    fallback: 3660,
    level: 'site',
    access: 'settings.manage',
    title: localize('keepDays.1d'),
  }),
};

/**
 * Creates a partition for each day of these times, and for yesterday, today and tomorrow. Cheap if
 * they already exist.
 */
export async function ensurePartitions(ctx: Db, moments: readonly Date[]): Promise<void> {
  const days = [...new Set(moments.map((moment) => moment.toISOString().slice(0, 10)))];
  for (const { table } of families)
    await sql`
      select create_sample_partition(${table}, day) from (
        select (now() at time zone 'UTC')::date + ahead as day from generate_series(-1, 1) ahead
        union select day::date from unnest(${days}::text[]) day) due
      where to_regclass(${table} || to_char(day, '"_"YYYYMMDD')) is null`.execute(ctx.db);
}

/**
 * Deletes data past its retention: raw samples by day, aggregated steps by site, and counters of
 * resources that no longer exist.
 */
export async function purgeReadings(ctx: Pick<Context, 'db' | 'site'>): Promise<void> {
  const rawDays = await readSetting(ctx, retentionDays.raw);
  for (const { table } of families) await dropOldPartitions(ctx, table, rawDays);
  const sites = (await sql<{ id: string; path: string }>`select id, path from site`.execute(ctx.db))
    .rows;
  for (const level of levelNames) {
    const retention = await Promise.all(
      sites.map(async (site) => ({
        id: site.id,
        days: await readSetting(inSite(ctx, site), retentionDays[level]),
      })),
    );
    for (const family of families) await deleteOld(ctx, family, level, retention);
  }
  await sql`delete from server_part_runtime where sampled_at < now() - interval '2 days'`.execute(
    ctx.db,
  );
}

const inSite = (ctx: Pick<Context, 'db' | 'site'>, site: { id: string; path: string }) => ({
  db: ctx.db,
  site: { ...ctx.site, ...site },
});

async function dropOldPartitions(ctx: Db, table: string, days: number): Promise<void> {
  await sql`select drop_sample_partitions(${table}, (now() at time zone 'UTC')::date - ${days}::int)`.execute(
    ctx.db,
  );
}

/**
 * Deletes steps past their site's retention. Rows of deleted servers have the longest retention.
 * Rows not yet aggregated into the next level are kept.
 */
async function deleteOld(
  ctx: Db,
  family: Family,
  level: LevelName,
  retention: readonly { id: string; days: number }[],
): Promise<void> {
  const maxDays = Math.max(...retention.map((site) => site.days));
  const minDays = Math.min(...retention.map((site) => site.days));
  const table = sql.table(tableOf(family, level));
  const cutoff = (days: number) =>
    sql`date_bin(${stepOf[level]} * interval '1 second', now(), 'epoch') - ${days} * interval '1 day'`;
  await sql`delete from ${table} where at < ${cutoff(maxDays)}`.execute(ctx.db);
  if (minDays === maxDays) return;
  await sql`
    delete from ${table} old using server s, jsonb_to_recordset(${JSON.stringify(retention)}::jsonb) as k (id uuid, days int)
    where old.at < ${cutoff(minDays)} and s.id = old.server_id and k.id = s.site_id
      and old.at < date_bin(${stepOf[level]} * interval '1 second', now(), 'epoch') - k.days * interval '1 day'`.execute(
    ctx.db,
  );
}
