import type * as z from 'zod';
import { oneOf, userError } from '../../../../contract/errors/errors.ts';
import type { statistics, statisticsRange } from '../../statistics/contract.ts';
import { metrics, type series, type usage } from '../contract/parts.ts';
import { localize } from '../texts/localize.ts';
import type { Call } from './describe/operations.ts';
import { flagError, isYes } from './describe/values.ts';
import { type Detail, readDetail } from './present.ts';

type Statistics = z.output<typeof statistics>;
type Range = z.output<typeof statisticsRange>;
type Series = z.output<typeof series>;
type Metric = (typeof metrics)[number];
type Usage = { [K in keyof typeof usage]: number };

interface Span {
  /** Unix time in seconds. */
  from: number;
  to: number;
}

/**
 * Traffic is attributed to the public interface if there is one, because the portal only measures
 * all interfaces together.
 */
type Side = 'wan' | 'lan';

const day = 86_400;
/** The stored ranges, from the finest resolution to the coarsest. */
const ranges: readonly [Range, seconds: number][] = [
  ['1h', 3600],
  ['24h', day],
  ['7d', 7 * day],
  ['30d', 30 * day],
  ['1y', 365 * day],
];
const periods: Record<string, number> = {
  '1h': 3600,
  '8h': 8 * 3600,
  '1d': day,
  '1w': 7 * day,
  '1m': 30 * day,
  '3m': 90 * day,
};

export interface StatisticsFlags extends Record<Metric, string> {
  all: string;
  startdate: string;
  enddate: string;
  period: string;
}

/**
 * The requested metrics and period. Throws `compatibleMetricNone`, `compatiblePeriodNone`,
 * `compatibleFlagWrong`.
 */
export function parseStatisticsFlags(
  flags: StatisticsFlags,
  now: Date,
): { metrics: Metric[]; span: Span } {
  const requestedMetrics = metrics.filter((metric) => isYes(flags.all) || isYes(flags[metric]));
  if (requestedMetrics.length === 0) throw userError('compatibleMetricNone');
  return { metrics: requestedMetrics, span: spanOf(flags, now) };
}

function spanOf(
  { period, startdate, enddate }: Pick<StatisticsFlags, 'period' | 'startdate' | 'enddate'>,
  now: Date,
): Span {
  const to = Math.floor(now.getTime() / 1000);
  if (period !== '') {
    const seconds = periods[period];
    if (!seconds) throw flagError('period', period, oneOf(Object.keys(periods)));
    return { from: to - seconds, to };
  }
  if (startdate === '' || enddate === '') throw userError('compatiblePeriodNone');
  return { from: dayOf('startdate', startdate), to: dayOf('enddate', enddate) + day };
}

/** Parses `yyyymmdd` as the start of that day in UTC. */
function dayOf(flag: string, input: string): number {
  const [, year, month, date] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(input) ?? [];
  const at = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  if (Number.isNaN(at))
    throw flagError(flag, input, localize('statistics.dayOf.enterDayExample20250131'));
  return at / 1000;
}

/** Parses times such as `2025-01-31T10:00:00.000Z`. Throws `compatiblePeriodNone`. */
export function spanBetween(from: string, to: string): Span {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(start) || Number.isNaN(end)) throw userError('compatiblePeriodNone');
  return { from: start / 1000, to: end / 1000 };
}

/** One list of series per metric. */
export async function readSeries(
  call: Call,
  serverId: string,
  metrics: readonly Metric[],
  span: Span,
): Promise<Series[][]> {
  const secondsAgo = call.ctx.clock.now().getTime() / 1000 - span.from;
  const [range] =
    ranges.find(([, seconds]) => seconds >= secondsAgo) ?? (ranges.at(-1) as [Range, number]);
  const server = await readDetail(call, serverId);
  const statistics = await call.portal('getStatistics', { params: { serverId }, query: { range } });
  return metrics.map((metric) => seriesOf(metric, statistics, sideOf(server), span));
}

const sideOf = ({ nics }: Detail): Side =>
  nics.some(({ kind }) => kind === 'wan') ? 'wan' : 'lan';

type Values = readonly (number | null)[];

function seriesOf(metric: Metric, statistics: Statistics, side: Side, span: Span): Series[] {
  const toSeries = (name: string, values: Values, unit = 1): Series => ({
    series: name,
    data: pointsOf(statistics.times, values, unit, span),
  });
  if (metric === 'cpu')
    return ['cpuAvg', 'cpu0'].map((name) => toSeries(name, statistics.cpuPercent));
  if (metric === 'ram') return [toSeries('ram', statistics.memoryUsedMb)];
  if (metric === 'network') return networkSeries(toSeries, statistics, side);
  const [reads, writes, unit] =
    metric === 'disksIops'
      ? [statistics.diskReadOpsPerSecond, statistics.diskWriteOpsPerSecond, 1]
      : [statistics.diskReadBytesPerSecond, statistics.diskWriteBytesPerSecond, megabyte];
  const unitName = metric === 'disksIops' ? '' : 'MB';
  const each = ['0', 'Total'].flatMap((place) => [
    toSeries(`diskRead${unitName}${place}`, reads, unit),
    toSeries(`diskWrite${unitName}${place}`, writes, unit),
  ]);
  return metric === 'disksIops'
    ? [
        ...each,
        toSeries('diskCmd0', sumOf(reads, writes)),
        toSeries('diskCmdTotal', sumOf(reads, writes)),
      ]
    : each;
}

const kilobyte = 1000;
const megabyte = 1_000_000;
const gigabyte = 1_000_000_000;

/** In kB per second. */
function networkSeries(
  toSeries: (name: string, values: Values, unit?: number) => Series,
  statistics: Statistics,
  side: Side,
): Series[] {
  const { networkReceivedBytesPerSecond: received, networkSentBytesPerSecond: sent } = statistics;
  const none = received.map((value) => (value === null ? null : 0));
  const forSide = (seriesSide: Side, values: Values) => (side === seriesSide ? values : none);
  return [
    ...[
      toSeries('lanTr', forSide('lan', sent), kilobyte),
      toSeries('lanRc', forSide('lan', received), kilobyte),
    ],
    ...[
      toSeries('wanTr', forSide('wan', sent), kilobyte),
      toSeries('wanRc', forSide('wan', received), kilobyte),
    ],
    ...['0', 'Total'].flatMap((place) => [
      toSeries(`netTr${place}`, sent, kilobyte),
      toSeries(`netRc${place}`, received, kilobyte),
    ]),
    toSeries('netTotal0', sumOf(sent, received), kilobyte),
  ];
}

const sumOf = (one: Values, other: Values): Values =>
  one.map((value, index) => (value === null ? null : value + (other[index] ?? 0)));

const pointsOf = (
  times: readonly number[],
  values: Values,
  unit: number,
  { from, to }: Span,
): [number, number][] =>
  times.flatMap((time, index): [number, number][] => {
    const value = values[index];
    return value === null || value === undefined || time < from || time > to
      ? []
      : [[time * 1000, rounded(value / unit)]];
  });

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The last year by month, latest first. Months without readings are omitted. */
export async function readReport(
  call: Call,
  serverId: string,
): Promise<({ year: number; month: number } & Usage)[]> {
  const server = await readDetail(call, serverId);
  const statistics = await call.portal('getStatistics', {
    params: { serverId },
    query: { range: '1y' },
  });
  const months = new Map<string, number[]>();
  for (const [index, time] of statistics.times.entries()) {
    if (statistics.cpuPercent[index] === null) continue;
    const month = new Date(time * 1000).toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), index]);
  }
  // A server without readings gets the current month with zero usage.
  if (months.size === 0) months.set(call.ctx.clock.now().toISOString().slice(0, 7), []);
  return [...months]
    .map(([month, places]) => ({
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      ...usageOf(server, statistics, places),
    }))
    .reverse();
}

/** Like `readReport`, with the start of each month in ms. */
export const reportOfConsole = async (call: Call, serverId: string) =>
  (await readReport(call, serverId)).map(({ year, month, ...rest }) => ({
    ts: Date.UTC(year, month - 1, 1),
    ...rest,
  }));

function usageOf(server: Detail, statistics: Statistics, places: readonly number[]): Usage {
  const average = (values: Values, unit = 1) =>
    rounded(totalOf(values, places) / Math.max(places.length, 1) / unit);
  const volume = (values: Values) =>
    rounded((totalOf(values, places) * statistics.stepSeconds) / gigabyte);
  const speed = (values: Values) => average(values, megabyte / 8);
  const { networkReceivedBytesPerSecond: received, networkSentBytesPerSecond: sent } = statistics;
  const side = sideOf(server);
  const forSide = (usageSide: Side, value: number) => (side === usageSide ? value : 0);
  return {
    cpu: average(statistics.cpuPercent),
    ram: average(statistics.memoryUsedMb),
    disk: server.diskGb,
    diskTraffic: rounded(
      volume(statistics.diskReadBytesPerSecond) + volume(statistics.diskWriteBytesPerSecond),
    ),
    ...{
      wanRcTraffic: forSide('wan', volume(received)),
      wanTrTraffic: forSide('wan', volume(sent)),
    },
    ...{ wanRcPer: forSide('wan', speed(received)), wanTrPer: forSide('wan', speed(sent)) },
    ...{
      lanRcTraffic: forSide('lan', volume(received)),
      lanTrTraffic: forSide('lan', volume(sent)),
    },
    ...{ lanRcPer: forSide('lan', speed(received)), lanTrPer: forSide('lan', speed(sent)) },
  };
}

const totalOf = (values: Values, places: readonly number[]): number =>
  places.reduce((sum, index) => sum + (values[index] ?? 0), 0);
