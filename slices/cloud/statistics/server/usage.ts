import { sql } from 'kysely';
import type * as z from 'zod';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import { readSetting } from '../../../../server/platform/settings/settings.ts';
import { subjectMonth } from '../../../money/pricing/server/index.ts';
import { findServer, type VisibleServer } from '../../servers/server/index.ts';
import type { usage } from '../contract.ts';
import { type Depth, serverFamily, stepOf, tableOf } from './levels.ts';
import { retentionDays } from './readings/retention.ts';
import { aggregatedUntil, readingsOf } from './window.ts';

type Usage = z.output<typeof usage>;
type UsageTotals = Usage['total'];

interface Month {
  month: string;
  starts: Date;
  ends: Date;
  timeZone: string;
}

/** Returns the month in the time zone of the server's site. Defaults to the current month. */
async function monthOf(
  ctx: SignedInContext,
  server: VisibleServer,
  month: string | undefined,
): Promise<Month> {
  const { rows } = await sql<Month>`
    select to_char(local, 'YYYY-MM') as month, local at time zone time_zone as starts, (local + interval '1 month') at time zone time_zone as ends, time_zone as "timeZone"
    from (select time_zone, coalesce(${month === undefined ? null : `${month}-01`}::timestamp, date_trunc('month', ${ctx.clock.now()}::timestamptz at time zone time_zone)) as local
      from site where id = ${server.siteId}) as asked`.execute(ctx.db);
  return rows[0] as Month;
}

/**
 * Returns the server's usage and cost in a month by day, for the time it belonged to its current
 * owner. Throws `notFound`.
 */
export async function getUsage(
  ctx: SignedInContext,
  serverId: string,
  requestedMonth: string | undefined,
): Promise<Usage> {
  const server = await findServer(ctx, serverId);
  const month = await monthOf(ctx, server, requestedMonth);
  const now = ctx.clock.now();
  const until = new Date(Math.min(now.getTime(), month.ends.getTime()));
  const [days, traffic, firstMonth] = await Promise.all([
    daysOf(ctx, server, month, until),
    trafficOf(ctx, server, month, until),
    firstMonthOf(ctx, server, month.timeZone),
  ]);
  const roundedDays = days.map((day) => ({
    ...day,
    ...(traffic.get(day.day) ?? { receivedBytes: 0, sentBytes: 0 }),
  }));
  return {
    ...{
      month: month.month,
      from: month.starts.toISOString(),
      to: until.toISOString(),
      isRunning: until < month.ends && now >= month.starts,
    },
    firstMonth: firstMonth ?? month.month,
    total: totalOf(roundedDays),
    days: roundedDays.map((day) => ({ ...day, ...rounded(day) })),
    cost: await costOf(ctx, server, month.starts),
  };
}

const measures = [
  'hoursOn',
  'cpuHours',
  'ramGbHours',
  'diskGbHours',
  'receivedBytes',
  'sentBytes',
] as const satisfies (keyof UsageTotals)[];
const rounded = (used: UsageTotals): UsageTotals =>
  Object.fromEntries(
    measures.map((name) => [name, Math.round(used[name] * 1000) / 1000]),
  ) as UsageTotals;
const totalOf = (days: readonly UsageTotals[]): UsageTotals =>
  rounded(
    Object.fromEntries(
      measures.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]),
    ) as UsageTotals,
  );

type Day = Omit<Usage['days'][number], 'receivedBytes' | 'sentBytes'>;

/** Returns the usage by day. Future days are omitted. A suspended server still uses its memory. */
async function daysOf(
  ctx: SignedInContext,
  server: VisibleServer,
  { starts, ends, timeZone }: Month,
  until: Date,
): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with day as (
      select to_char(local, 'YYYY-MM-DD') as name, local at time zone ${timeZone} as starts, least((local + interval '1 day') at time zone ${timeZone}, ${until}) as ends
      from generate_series(${starts}::timestamptz at time zone ${timeZone}, (${ends}::timestamptz at time zone ${timeZone}) - interval '1 day', '1 day') as local
    ), used as (
      select day.name, u.power, u.cores, u.ram_mb, u.disk_gb,
        extract(epoch from least(coalesce(u.to_at, ${until}), day.ends) - greatest(u.from_at, day.starts))::float8 / 3600 as hours
      from day join server_use u on u.server_id = ${server.id} and u.owner_id = ${server.ownerId} and u.from_at < day.ends and coalesce(u.to_at, ${until}) > day.starts
    )
    select day.name as day, coalesce(sum(hours) filter (where power = 'on'), 0) as "hoursOn", coalesce(sum(hours * cores) filter (where power = 'on'), 0) as "cpuHours",
      coalesce(sum(hours * ram_mb / 1024.0) filter (where power <> 'off'), 0) as "ramGbHours", coalesce(sum(hours * disk_gb), 0) as "diskGbHours"
    from day left join used on used.name = day.name where day.starts < ${until} group by 1 order by 1`.execute(
    ctx.db,
  );
  return rows.map((row) => ({
    ...row,
    hoursOn: Number(row.hoursOn),
    cpuHours: Number(row.cpuHours),
    ramGbHours: Number(row.ramGbHours),
    diskGbHours: Number(row.diskGbHours),
  }));
}

/**
 * Returns the bytes by day. Reads hours where they are still stored, otherwise UTC days, and finer
 * levels for the time not yet aggregated.
 */
async function trafficOf(
  ctx: SignedInContext,
  server: VisibleServer,
  { starts, timeZone }: Month,
  until: Date,
) {
  const ageDays = (ctx.clock.now().getTime() - starts.getTime()) / 86_400_000;
  const depth: Depth = ageDays <= (await readSetting(ctx, retentionDays['1h'])) ? '1h' : '1d';
  const window = { from: seconds(starts), to: seconds(until) - 1, step: 1, depth };
  const parts = readingsOf(window, await aggregatedUntil(ctx)).map(
    ({ depth: level, from, to }) => sql`
      select (at + ${stepOf[level] / 2} * interval '1 second') as at, received_total, sent_total from ${sql.table(tableOf(serverFamily, level))}
      where server_id = ${server.id} and at >= to_timestamp(${from}) and at < to_timestamp(${to})`,
  );
  if (parts.length === 0)
    return new Map<string, Pick<UsageTotals, 'receivedBytes' | 'sentBytes'>>();
  const { rows } = await sql<{ day: string; receivedBytes: number; sentBytes: number }>`
    with counted as (${sql.join(parts, sql` union all `)})
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, coalesce(sum(received_total), 0)::float8 as "receivedBytes", coalesce(sum(sent_total), 0)::float8 as "sentBytes"
    from counted where exists (select from server_use u where u.server_id = ${server.id} and u.owner_id = ${server.ownerId}
      and counted.at >= u.from_at - interval '1 hour' and (u.to_at is null or counted.at < u.to_at + interval '1 hour'))
    group by 1`.execute(ctx.db);
  return new Map(rows.map(({ day, ...bytes }) => [day, bytes]));
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

async function firstMonthOf(
  ctx: SignedInContext,
  server: VisibleServer,
  timeZone: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(from_at) at time zone ${timeZone}, 'YYYY-MM') as month from server_use where server_id = ${server.id} and owner_id = ${server.ownerId}`.execute(
    ctx.db,
  );
  return rows[0]?.month ?? undefined;
}

/** Returns the part of the bill in the viewer's scope. Null for users without access to it. */
async function costOf(
  ctx: SignedInContext,
  server: VisibleServer,
  at: Date,
): Promise<Usage['cost']> {
  if (!hasPermission(ctx, 'billing.view') || !server.isOwn) return null;
  const lines = await subjectMonth(ctx, server.id, at);
  return {
    totals: lines.totals,
    lines: lines.lines.map(({ item, title, amount, currency, parts, minimum, minimumAdded }) => ({
      item,
      title,
      amount,
      currency,
      formulas: [
        ...parts.map(({ formula }) => formula),
        ...(minimumAdded === '0' ? [] : [`≥ ${minimum}`]),
      ],
    })),
  };
}

export async function usageCsv(
  ctx: SignedInContext,
  serverId: string,
  month: string | undefined,
): Promise<string> {
  const { days, total } = await getUsage(ctx, serverId, month);
  const header = [
    'day',
    'hours on',
    'CPU hours',
    'memory GB hours',
    'disk GB hours',
    'received bytes',
    'sent bytes',
  ];
  const line = (name: string, used: UsageTotals) =>
    csvLine([name, ...measures.map((measure) => used[measure])]);
  return (
    csvMark +
    csvLine(header) +
    days.map((day) => line(day.day, day)).join('') +
    line('total', total)
  );
}
