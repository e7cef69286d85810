import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import type { Comparison, Metric, Rule } from './rules.ts';

export const metricWords: Record<Metric, LocalizedText> = {
  cpuPercent: localize('metricWords.cpuPercent'),
  memoryPercent: localize('metricWords.memoryPercent'),
  diskBytesPerSecond: localize('metricWords.diskBytesPerSecond'),
  diskOpsPerSecond: localize('metricWords.diskOpsPerSecond'),
  receivedBytesPerSecond: localize('metricWords.receivedBytesPerSecond'),
  sentBytesPerSecond: localize('metricWords.sentBytesPerSecond'),
  monthTrafficGb: localize('metricWords.monthTrafficGb'),
  off: localize('metricWords.off'),
  on: localize('metricWords.on'),
  noData: localize('metricWords.noData'),
};
const comparisonTexts: Record<Comparison, LocalizedText> = {
  above: localize('comparisonWords.above'),
  below: localize('comparisonWords.below'),
};

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(value) / 3));
  return `${Math.round((value / 1000 ** step) * 10) / 10} ${byteUnits[step]}`;
}

/** A value of the metric with its unit. */
export function formatMetric(metric: Metric, value: number): string {
  if (metric.endsWith('Percent')) return `${Math.round(value * 10) / 10}%`;
  if (metric.endsWith('BytesPerSecond')) return `${bytes(value)}/s`;
  if (metric === 'monthTrafficGb') return `${Math.round(value * 10) / 10} GB`;
  return metric === 'diskOpsPerSecond' ? `${Math.round(value)}/s` : '';
}

/** `CPU above 80%`, in every language. */
export function describeCondition({ metric, comparison, threshold }: Rule): LocalizedText {
  const name = metricWords[metric];
  const value = formatMetric(metric, threshold);
  if (value === '') return name;
  return localize('condition', { name, comparison: comparisonTexts[comparison], value });
}

/** Why a webhook isn't called. */
const problems = {
  address: localize('problems.address'),
  password: localize('problems.password'),
  protocol: localize('problems.protocol'),
  port: localize('problems.port'),
  hidden: localize('problems.hidden'),
  timeout: localize('problems.timeout'),
  unreachable: localize('problems.unreachable'),
  changed: localize('problems.changed'),
  deleted: localize('problems.deleted'),
  givenUp: localize('problems.givenUp'),
} satisfies Record<string, LocalizedText>;
export type DeliveryProblem = keyof typeof problems;

export const describeDeliveryProblem = (problem: DeliveryProblem): LocalizedText =>
  problems[problem];
