import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';
import { type Family, tableOf } from './levels.ts';
import { aggregatedUntil, coarser, readingsOf, type Window } from './window.ts';

/** The measures of a family by column, with one value per step. Null without samples. */
export interface Series {
  times: number[];
  means: Record<string, (number | null)[]>;
  lows: Record<string, (number | null)[]>;
  highs: Record<string, (number | null)[]>;
}

/**
 * Returns the measurements of one server or component in a period. Uses steps of a coarser level
 * where finer ones are no longer stored.
 */
export async function readSeries(
  ctx: Pick<Context, 'db'>,
  family: Family,
  condition: RawBuilder<unknown>,
  requestedWindow: Window,
): Promise<{ window: Window; series: Series }> {
  const done = await aggregatedUntil(ctx);
  let read = {
    window: requestedWindow,
    series: await readWindow(ctx, family, condition, requestedWindow, done),
  };
  for (
    let window = coarser(requestedWindow);
    window && isEmpty(read.series);
    window = coarser(window)
  )
    read = { window, series: await readWindow(ctx, family, condition, window, done) };
  return isEmpty(read.series)
    ? {
        window: requestedWindow,
        series: emptySeries(requestedWindow, [...family.measures, ...family.tops]),
      }
    : read;
}

const isEmpty = ({ means }: Series): boolean =>
  Object.values(means).every((values) => values.every((value) => value === null));

/** Reads the window in one statement, aggregated to its steps: mean, minimum and maximum. */
async function readWindow(
  ctx: Pick<Context, 'db'>,
  family: Family,
  condition: RawBuilder<unknown>,
  window: Window,
  done: Awaited<ReturnType<typeof aggregatedUntil>>,
): Promise<Series> {
  const readings = readingsOf(window, done);
  const columns = [...family.measures, ...family.tops];
  const parts = readings.map(({ depth, from, to }) => {
    const isRaw = depth === 'raw';
    const measures = family.measures.flatMap((name) => {
      const column = sql.ref(name);
      const boundColumn = (bound: 'min' | 'max') =>
        isRaw ? column : sql`coalesce(${sql.ref(`${name}_${bound}`)}, ${column})`;
      return [
        sql`${column}::float8 as ${column}`,
        sql`${boundColumn('min')} as ${sql.ref(`${name}_min`)}`,
        sql`${boundColumn('max')} as ${sql.ref(`${name}_max`)}`,
      ];
    });
    return sql`select at, ${isRaw ? sql`1` : sql`samples`} as samples, ${sql.join([...measures, ...family.tops.map((name) => sql.ref(name))])}
      from ${sql.table(tableOf(family, depth))} where ${condition} and at >= to_timestamp(${from}) and at < to_timestamp(${to})`;
  });
  if (parts.length === 0) return emptySeries(window, columns);
  const binned = family.measures.flatMap((name) => {
    const column = sql.ref(name);
    return [
      sql`(sum(${column} * samples) / sum(samples) filter (where ${column} is not null))::real as ${column}`,
      sql`min(${sql.ref(`${name}_min`)}) as ${sql.ref(`${name}_min`)}`,
      sql`max(${sql.ref(`${name}_max`)}) as ${sql.ref(`${name}_max`)}`,
    ];
  });
  const maxima = family.tops.map((name) => sql`max(${sql.ref(name)}) as ${sql.ref(name)}`);
  const names = [
    ...family.measures.flatMap((name) => [name, `${name}_min`, `${name}_max`]),
    ...family.tops,
  ];
  const { rows } = await sql<{ values: (number | null)[][] }>`
    with read as (${sql.join(parts, sql` union all `)}),
    binned as (
      select floor((extract(epoch from at)::float8 - ${window.from}) / ${window.step})::int as place, ${sql.join([...binned, ...maxima])}
      from read group by 1
    )
    select json_build_array(${sql.join([sql`json_agg(place)`, ...names.map((name) => sql`json_agg(${sql.ref(name)})`)])}) as values from binned`.execute(
    ctx.db,
  );
  return spread(window, columns, names, rows[0]?.values ?? []);
}

const timesOf = ({ from, to, step }: Window): number[] =>
  Array.from({ length: (to - from) / step + 1 }, (_, position) => from + position * step);

function emptySeries(window: Window, columns: readonly string[]): Series {
  const times = timesOf(window);
  const empty = () =>
    Object.fromEntries(columns.map((name) => [name, Array.from(times, () => null)]));
  return { times, means: empty(), lows: empty(), highs: empty() };
}

/** Places the steps with data in the series. */
function spread(
  window: Window,
  columns: readonly string[],
  names: readonly string[],
  values: readonly ((number | null)[] | null)[],
): Series {
  const series = emptySeries(window, columns);
  const [places, ...read] = values;
  if (!places) return series;
  for (const [index, name] of names.entries()) {
    const plain = name.replace(/_(min|max)$/, '');
    const target = name.endsWith('_min')
      ? series.lows[plain]
      : name.endsWith('_max')
        ? series.highs[plain]
        : series.means[name];
    const column = read[index];
    if (!target || !column) continue;
    places.forEach((position, index) => {
      if (position !== null) target[position] = roundReading(column[index]);
    });
  }
  return series;
}

/** Rounds for display: small values to hundredths, large ones to integers. */
function roundReading(value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  return value >= 1000 ? Math.round(value) : Math.round(value * 100) / 100;
}
