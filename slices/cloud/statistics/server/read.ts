import { sql } from 'kysely';
import type * as z from 'zod';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { csvLine, csvMark } from '../../../../server/platform/csv.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import { engineFacts, findServer } from '../../servers/server/index.ts';
import type { partStatistics, statistics } from '../contract.ts';
import { partFamily, serverFamily } from './levels.ts';
import { findPart, partsOf } from './parts.ts';
import { readSeries, type Series } from './series.ts';
import { type ChartQuery, rangeOf, type Window, windowOf } from './window.ts';

type Statistics = z.output<typeof statistics>;
type PartStatistics = z.output<typeof partStatistics>;
type Values = (number | null)[];

/** API names of the stored measures. */
const serverNames = {
  cpuPercent: 'cpu_percent',
  memoryUsedMb: 'memory_used_mb',
  diskReadBytesPerSecond: 'disk_read_bytes',
  diskWriteBytesPerSecond: 'disk_write_bytes',
  diskReadOpsPerSecond: 'disk_read_ops',
  diskWriteOpsPerSecond: 'disk_write_ops',
  networkReceivedBytesPerSecond: 'received_bytes',
  networkSentBytesPerSecond: 'sent_bytes',
} as const;
const partNames = {
  readBytesPerSecond: 'read_bytes',
  writeBytesPerSecond: 'write_bytes',
  readOpsPerSecond: 'read_ops',
  writeOpsPerSecond: 'write_ops',
} as const;

function named<N extends Record<string, string>>(
  names: N,
  columns: Record<string, Values>,
): { [K in keyof N]: Values } {
  return Object.fromEntries(
    Object.entries(names).map(([name, column]) => [name, columns[column] ?? []]),
  ) as { [K in keyof N]: Values };
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const stepsOf = ({ from, to, step }: Window, { times }: Series) => ({
  stepSeconds: step,
  from: iso(from),
  to: iso(to),
  times,
});
const viewRight = 'view';

/** Returns the load of a server over time. Throws `notFound` and `inputInvalid`. */
export async function getStatistics(
  ctx: SignedInContext,
  serverId: string,
  query: ChartQuery,
): Promise<Statistics> {
  const server = await findServer(ctx, serverId, viewRight);
  const { window, series } = await readSeries(
    ctx,
    serverFamily,
    sql`server_id = ${serverId}`,
    await windowOf(ctx, query),
  );
  const { acceleration } = await engineFacts(
    ctx,
    (await findDatacenter(ctx, server.datacenterId)).engine,
  );
  return {
    range: rangeOf(query) ?? null,
    ...stepsOf(window, series),
    ...named(serverNames, series.means),
    cpuPercentMax: series.highs.cpu_percent ?? [],
    memoryTotalMb: series.means.memory_total_mb ?? [],
    lows: named(serverNames, series.lows),
    highs: named(serverNames, series.highs),
    parts: await partsOf(ctx, serverId),
    isSimulated: acceleration === 'none',
  };
}

/**
 * Returns the load of one of the server's disks or network interfaces. Throws `notFound` and
 * `inputInvalid`.
 */
export async function getPartStatistics(
  ctx: SignedInContext,
  serverId: string,
  partId: string,
  query: ChartQuery,
): Promise<PartStatistics> {
  await findServer(ctx, serverId, viewRight);
  const part = await findPart(ctx, serverId, partId);
  const { window, series } = await readSeries(
    ctx,
    partFamily,
    sql`part_id = ${partId} and server_id = ${serverId}`,
    await windowOf(ctx, query),
  );
  return {
    part,
    ...stepsOf(window, series),
    ...named(partNames, series.means),
    lows: named(partNames, series.lows),
    highs: named(partNames, series.highs),
  };
}

/** Returns one row per step with data, earliest first. */
export async function statisticsCsv(
  ctx: SignedInContext,
  serverId: string,
  { part, ...query }: ChartQuery & { part?: string | undefined },
): Promise<string> {
  if (part !== undefined) {
    const answer = await getPartStatistics(ctx, serverId, part, query);
    return csvOf(Object.keys(partNames) as (keyof typeof partNames)[], answer);
  }
  const answer = await getStatistics(ctx, serverId, query);
  return csvOf(Object.keys(serverNames) as (keyof typeof serverNames)[], answer);
}

type Table<N extends string> = {
  times: number[];
  stepSeconds: number;
  lows: Record<N, Values>;
  highs: Record<N, Values>;
} & Record<N, Values>;

function csvOf<N extends string>(names: readonly N[], answer: Table<N>): string {
  const header = [
    'time',
    'seconds',
    ...names.flatMap((name) => [name, `${name} lowest`, `${name} highest`]),
  ];
  const lines = answer.times.flatMap((time, index) => {
    const values = names.flatMap((name) => [
      answer[name][index],
      answer.lows[name][index],
      answer.highs[name][index],
    ]);
    return values.every((value) => value === null || value === undefined)
      ? []
      : [csvLine([iso(time), answer.stepSeconds, ...values])];
  });
  return csvMark + csvLine(header) + lines.join('');
}
