import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
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

const sourceOf: Record<LevelName, Depth> = { '5m': 'raw', '1h': '5m', '1d': '1h' };
/**
 * Maximum period aggregated in one transaction, in seconds, so that a long backlog doesn't exceed
 * the statement timeout of the database.
 */
const maxSpanSeconds: Record<LevelName, number> = { '5m': 3_600, '1h': 86_400, '1d': 30 * 86_400 };
/** How long to wait for late samples of a step. */
const lateSampleDelay = '1 minute';

/**
 * Aggregates all levels up to the last completed step, starting where each one ended. Set-based and
 * idempotent.
 */
export async function rollUp(ctx: Db): Promise<void> {
  for (const level of levelNames)
    while (await ctx.db.transaction().execute((trx) => rollUpLevel({ db: trx }, level)));
}

/** Aggregates one batch of a level. Returns whether there may be more. */
async function rollUpLevel(ctx: Db, level: LevelName): Promise<boolean> {
  const step = sql`${stepOf[level]} * interval '1 second'`;
  const source = tableOf(families[0], sourceOf[level]);
  await sql`
    insert into server_sample_level (level, done_until)
    select ${level}, date_bin(${step}, coalesce((select min(at) from ${sql.table(source)}), now()), 'epoch')
    where not exists (select from server_sample_level where level = ${level}) on conflict do nothing`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ from: Date; to: Date }>`
    select done_until as "from", date_bin(${step}, least(now() - interval '${sql.raw(lateSampleDelay)}', ${limitOf(level)}, done_until + ${maxSpanSeconds[level]} * interval '1 second'), 'epoch') as "to"
    from server_sample_level where level = ${level} for update`.execute(ctx.db);
  const span = rows[0];
  if (!span || span.to <= span.from) return false;
  for (const family of families) await rollUpFamily(ctx, family, level, span);
  await sql`update server_sample_level set done_until = ${span.to} where level = ${level}`.execute(
    ctx.db,
  );
  return true;
}

/** A level can't be aggregated further than the level it is calculated from. */
const limitOf = (level: LevelName) =>
  level === '5m'
    ? sql`'infinity'::timestamptz`
    : sql`(select done_until from server_sample_level below where below.level = ${sourceOf[level]})`;

async function rollUpFamily(
  ctx: Db,
  family: Family,
  level: LevelName,
  span: { from: Date; to: Date },
): Promise<void> {
  const source = sourceOf[level];
  const isRaw = source === 'raw';
  const columns = [
    'at',
    'samples',
    ...family.measures.flatMap((name) => [name, `${name}_min`, `${name}_max`]),
    ...family.sums,
    ...family.tops,
  ];
  const values = [
    sql`date_bin(${stepOf[level]} * interval '1 second', at, 'epoch')`,
    isRaw ? sql`count(*)::int` : sql`sum(samples)::int`,
    ...family.measures.flatMap((name) => [
      meanOf(name, isRaw, family.whole.includes(name)),
      sql`min(${lowest(name, isRaw)})`,
      sql`max(${highest(name, isRaw)})`,
    ]),
    ...family.sums.map((name) => sql`sum(${sql.ref(name)})::bigint`),
    ...family.tops.map((name) => sql`max(${sql.ref(name)})`),
  ];
  const keys = sql.join(family.keys.map((key) => sql.ref(key)));
  await sql`
    insert into ${sql.table(tableOf(family, level))} (${keys}, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${keys}, ${sql.join(values)}
    from ${sql.table(tableOf(family, source))} where at >= ${span.from} and at < ${span.to}
    group by ${keys}, ${sql.lit(family.keys.length + 1)}
    on conflict do nothing`.execute(ctx.db);
}

/** Weights each step by its number of samples. */
function meanOf(name: string, isRaw: boolean, isInteger: boolean) {
  const column = sql.ref(name);
  const mean = isRaw
    ? sql`avg(${column})`
    : sql`sum(${column}::float8 * samples) / nullif(sum(samples) filter (where ${column} is not null), 0)`;
  return isInteger ? sql`(${mean})::int` : sql`(${mean})::real`;
}

/** Steps stored before the minimum existed have only the mean. */
const lowest = (name: string, isRaw: boolean) =>
  isRaw ? sql.ref(name) : sql`coalesce(${sql.ref(`${name}_min`)}, ${sql.ref(name)})`;
const highest = (name: string, isRaw: boolean) =>
  isRaw ? sql.ref(name) : sql`coalesce(${sql.ref(`${name}_max`)}, ${sql.ref(name)})`;
