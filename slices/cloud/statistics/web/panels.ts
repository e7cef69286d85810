import type { Answer } from '../../../../web/client.ts';
import { isolateDirections } from '../../../../web/texts/texts.ts';
import { formatBytes, formatMb } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

export type ServerChart = Answer<'getStatistics'>;
export type PartChart = Answer<'getPartStatistics'>;
type Values = (number | null)[];

export interface Series {
  label: string;
  means: Values;
  lows: Values;
  highs: Values;
}
export interface Panel {
  id: string;
  title: string;
  format(value: number): string;
  /** The upper end of the scale, if known. */
  max?: number;
  /** The intervals of grid lines, if they aren't round decimal numbers. */
  steps?: readonly number[];
  series: Series[];
}

/** Grid intervals in MB. Powers of two, because memory is displayed in units of 1024. */
const memorySteps = Array.from({ length: 25 }, (_, power) => 2 ** power);

const percent = (value: number): string => `${Math.round(value)}%`;
const bytes = (value: number): string =>
  isolateDirections(text('perSecond', { value: formatBytes(value) }));
const operations = (value: number): string =>
  isolateDirections(text('perSecond', { value: String(Math.round(value * 10) / 10) }));

export function serverPanels(data: ServerChart): Panel[] {
  const series = (label: string, name: keyof ServerChart['lows']): Series => ({
    ...{ label, means: data[name], lows: data.lows[name], highs: data.highs[name] },
  });
  const total = Math.max(0, ...data.memoryTotalMb.map((value) => value ?? 0));
  return [
    {
      id: 'cpu',
      title: text('cpu'),
      format: percent,
      max: 100,
      series: [series(text('average'), 'cpuPercent')],
    },
    {
      id: 'memory',
      title: text('memory'),
      format: formatMb,
      ...{ steps: memorySteps, ...(total > 0 ? { max: total } : {}) },
      series: [series(text('used'), 'memoryUsedMb')],
    },
    {
      ...{ id: 'disk', title: text('disk_bytes'), format: bytes },
      series: [
        series(text('read'), 'diskReadBytesPerSecond'),
        series(text('write'), 'diskWriteBytesPerSecond'),
      ],
    },
    {
      ...{ id: 'operations', title: text('disk_ops'), format: operations },
      series: [
        series(text('read'), 'diskReadOpsPerSecond'),
        series(text('write'), 'diskWriteOpsPerSecond'),
      ],
    },
    {
      ...{ id: 'network', title: text('network_bytes'), format: bytes },
      series: [
        series(text('received'), 'networkReceivedBytesPerSecond'),
        series(text('sent'), 'networkSentBytesPerSecond'),
      ],
    },
  ];
}

export function partPanels(data: PartChart): Panel[] {
  const series = (label: string, name: keyof PartChart['lows']): Series => ({
    ...{ label, means: data[name], lows: data.lows[name], highs: data.highs[name] },
  });
  const isDisk = data.part.kind === 'disk';
  const rates: Panel = {
    ...{ id: 'bytes', title: text(isDisk ? 'disk_bytes' : 'network_bytes'), format: bytes },
    series: [
      series(text(isDisk ? 'read' : 'received'), 'readBytesPerSecond'),
      series(text(isDisk ? 'write' : 'sent'), 'writeBytesPerSecond'),
    ],
  };
  if (!isDisk) return [rates];
  return [
    rates,
    {
      ...{ id: 'operations', title: text('disk_ops'), format: operations },
      series: [
        series(text('read'), 'readOpsPerSecond'),
        series(text('write'), 'writeOpsPerSecond'),
      ],
    },
  ];
}

/** Returns the number of points in time with data. */
export function countOfReadings(panels: readonly Panel[]): number {
  const all = panels.flatMap((panel) => panel.series.map(({ means }) => means));
  return (all[0] ?? []).filter((_value, index) =>
    all.some((means) => (means[index] ?? null) !== null),
  ).length;
}

/** Formats one value, with the minimum and maximum of its step if they differ. */
export function describeValue(panel: Panel, series: Series, index: number): string {
  const mean = series.means[index];
  if (mean === null || mean === undefined) return '–';
  const low = panel.format(series.lows[index] ?? mean);
  const high = panel.format(series.highs[index] ?? mean);
  return low === high
    ? panel.format(mean)
    : isolateDirections(text('between', { mean: panel.format(mean), low, high }));
}
