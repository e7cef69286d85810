import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { readSetting } from '../../../../server/platform/settings/settings.ts';
import type { statisticsRange } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { type Depth, levelNames, stepOf } from './levels.ts';
import { retentionDays } from './readings/retention.ts';

export type Range = z.output<typeof statisticsRange>;
export interface ChartQuery {
  range?: Range | undefined;
  from?: string | undefined;
  to?: string | undefined;
  points?: number | undefined;
}

/**
 * The range of a chart. `step` is the step length in seconds, and `from` and `to` are the starts of
 * the first and last step in seconds since 1970. `depth` is the level the data is read from.
 */
export interface Window {
  from: number;
  to: number;
  step: number;
  depth: Depth;
}

const ranges: Record<Range, { seconds: number; step: number }> = {
  '1h': { seconds: 3_600, step: 30 },
  '24h': { seconds: 86_400, step: 300 },
  '7d': { seconds: 7 * 86_400, step: 1_800 },
  '30d': { seconds: 30 * 86_400, step: 3_600 },
  '1y': { seconds: 365 * 86_400, step: 86_400 },
};
const defaultPoints = 720;
const maxSpanSeconds = 20 * 366 * 86_400;
/** Allowed step lengths in seconds. Each consists of whole steps of the levels below it. */
const steps = [
  30, 60, 150, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
  1_209_600,
];

/**
 * The longest period shown in raw samples, in seconds. Longer periods use five-minute steps with
 * minimum and maximum, a tenth of the rows.
 */
const readingsSeconds = 6 * 3_600;

/** The shortest step with which the period has at most this many points. */
export const stepFor = (seconds: number, points: number): number =>
  steps.find(
    (step) =>
      Math.ceil(seconds / step) <= points && (step >= stepOf['5m'] || seconds <= readingsSeconds),
  ) ?? Math.ceil(seconds / points / 86_400) * 86_400;

/** The coarsest level whose steps evenly divide this one. */
const depthFor = (step: number): Depth =>
  [...levelNames].reverse().find((level) => step % stepOf[level] === 0) ?? 'raw';

/** Defaults to the last day. */
export const rangeOf = ({ range, from, to }: ChartQuery): Range | undefined =>
  range ?? (from === undefined && to === undefined ? '24h' : undefined);

/** Throws `inputInvalid` with the field. */
export async function windowOf(ctx: Context, chartQuery: ChartQuery): Promise<Window> {
  const query = { ...chartQuery, range: rangeOf(chartQuery) };
  const now = Math.floor(ctx.clock.now().getTime() / 1000);
  const requestedSpan = spanOf(query, now);
  const seconds = requestedSpan.to - requestedSpan.from;
  const requestedStep =
    query.range && query.points === undefined
      ? ranges[query.range].step
      : stepFor(seconds, query.points ?? defaultPoints);
  const { step, depth } = await availableStep(ctx, requestedStep, now - requestedSpan.from);
  return stepped(requestedSpan, step, depth);
}

function stepped({ from, to }: { from: number; to: number }, step: number, depth: Depth): Window {
  const last = Math.floor((to - 1) / step) * step;
  return { from: last - (Math.ceil((to - from) / step) - 1) * step, to: last, step, depth };
}

/**
 * Returns the same period in steps of the next level. Null if there is none, or if one step would
 * exceed the period.
 */
export function coarser({ from, to, step, depth }: Window): Window | null {
  const next = ([...levelNames] as Depth[]).find((level) => stepOf[level] > stepOf[depth]);
  const seconds = to + step - from;
  return next && stepOf[next] < seconds
    ? stepped({ from, to: to + step }, Math.max(step, stepOf[next]), next)
    : null;
}

function spanOf({ range, from, to }: ChartQuery, now: number): { from: number; to: number } {
  const invalid = (problem: Record<Context['language'], string>, key: string) =>
    userError('inputInvalid', { problem }, key);
  if (range !== undefined) {
    if (from !== undefined || to !== undefined)
      throw invalid(localize('window.spanOf.enterEitherRangeStart'), 'range');
    // Includes the current step.
    return { from: now - ranges[range].seconds + 1, to: now + 1 };
  }
  if (from === undefined) throw invalid(localize('window.spanOf.rangeStartEndRequired'), 'from');
  const start = Math.floor(Date.parse(from) / 1000);
  const end = to === undefined ? now + 1 : Math.floor(Date.parse(to) / 1000);
  if (start >= end || end - start < 30 || start < 0)
    throw invalid(localize('window.spanOf.endMustLeast30'), 'to');
  if (end - start > maxSpanSeconds) throw invalid(localize('window.spanOf.canViewUp20'), 'from');
  return { from: start, to: end };
}

/** Selects a coarser resolution for periods that are no longer stored in the requested one. */
async function availableStep(
  ctx: Context,
  requestedStep: number,
  ageSeconds: number,
): Promise<{ step: number; depth: Depth }> {
  let depth = depthFor(requestedStep);
  for (const coarser of levelNames) {
    if (stepOf[coarser] <= stepOf[depth]) continue;
    if (ageSeconds <= (await readSetting(ctx, retentionDays[depth])) * 86_400) break;
    depth = coarser;
  }
  return { step: Math.max(requestedStep, stepOf[depth]), depth };
}

/** Returns the end of the aggregated data of each level, in seconds since 1970. */
export async function aggregatedUntil(
  ctx: Pick<Context, 'db'>,
): Promise<Partial<Record<Depth, number>>> {
  const { rows } = await sql<{ level: Depth; until: number }>`
    select level, extract(epoch from done_until)::bigint as until from server_sample_level`.execute(
    ctx.db,
  );
  return Object.fromEntries(rows.map(({ level, until }) => [level, until]));
}

/**
 * Returns which period to read from which level: the coarse one as far as it is aggregated,
 * followed by finer ones. Periods are half-open, in seconds since 1970.
 */
export function readingsOf(
  window: Window,
  done: Partial<Record<Depth, number>>,
): { depth: Depth; from: number; to: number }[] {
  const order = (['1d', '1h', '5m', 'raw'] as const).filter(
    (depth) => stepOf[depth] <= stepOf[window.depth],
  );
  const end = window.to + window.step;
  let from = window.from;
  return order.flatMap((depth) => {
    const to = depth === 'raw' ? end : Math.min(end, done[depth] ?? 0);
    if (to <= from) return [];
    const part = { depth, from, to };
    from = to;
    return [part];
  });
}
