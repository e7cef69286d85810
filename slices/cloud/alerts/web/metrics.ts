import type { Answer } from '../../../../web/client.ts';
import type { Tone } from '../../../../web/ui/Badge.tsx';
import { formatBytes, formatDuration, formatGb } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

export type Alert = Answer<'listAlerts'>['items'][number];
export type Metric = Alert['metric'];
type State = Alert['state'];

const stateMetrics: Partial<Record<Metric, true>> = { off: true, on: true, noData: true };
/** Whether the metric has a value to compare, rather than being a state. */
export const isMeasured = (metric: Metric): boolean => !stateMetrics[metric];

export const metricTitle = (metric: Metric): string =>
  text(metric === 'off' ? 'metricOff' : metric === 'on' ? 'metricOn' : metric);

/** The unit for display, and how many units of the metric are in one. */
export function unitOf(metric: Metric): { label: Parameters<typeof text>[0]; factor: number } {
  if (metric.endsWith('Percent')) return { label: 'thresholdPercent', factor: 1 };
  if (metric.endsWith('BytesPerSecond')) return { label: 'thresholdMegabytes', factor: 1e6 };
  return metric === 'monthTrafficGb'
    ? { label: 'thresholdGigabytes', factor: 1 }
    : { label: 'thresholdOperations', factor: 1 };
}

export function valueText(metric: Metric, value: number): string {
  if (metric.endsWith('Percent')) return `${Math.round(value * 10) / 10}%`;
  if (metric.endsWith('BytesPerSecond')) return text('perSecond', { value: formatBytes(value) });
  return metric === 'monthTrafficGb'
    ? formatGb(Math.round(value * 10) / 10)
    : text('perSecond', { value: String(Math.round(value)) });
}

/** `CPU above 80%, for 5 min`. */
export function conditionText({
  metric,
  comparison,
  threshold,
  clearAt,
  forMinutes,
}: Alert): string {
  const time =
    forMinutes === 0 ? text('atOnce') : text('forTime', { time: formatDuration(forMinutes * 60) });
  if (!isMeasured(metric)) return `${metricTitle(metric)}, ${time}`;
  const comparisonText = text('is', {
    metric: metricTitle(metric),
    comparison: text(comparison),
    value: valueText(metric, threshold),
  });
  return [
    comparisonText,
    time,
    ...(clearAt === threshold ? [] : [text('clearsAt', { value: valueText(metric, clearAt) })]),
  ].join(', ');
}

/**
 * The value at which the alert fired. For several servers, the one furthest beyond the threshold.
 * Empty when the alert isn't firing or has no value.
 */
export function firingConditionTexts({ state, metric, comparison, servers }: Alert): string[] {
  if (state !== 'firing' && state !== 'acknowledged') return [];
  const values = servers.flatMap((server) =>
    server.state === state && server.value !== null ? [server.value] : [],
  );
  if (values.length === 0) return [];
  const value = valueText(
    metric,
    comparison === 'above' ? Math.max(...values) : Math.min(...values),
  );
  return [text(values.length === 1 ? 'firedAt' : 'worstFiredAt', { value })];
}

type Event = Answer<'listAlertEvents'>['items'][number];

/**
 * The values of an event: the value at that time, the value when the alert fired, and the
 * threshold.
 */
export function eventText(metric: Metric, { kind, value, firedValue, threshold }: Event): string {
  const hasFired = kind !== 'test' && firedValue !== null;
  return [
    ...(value !== null && (kind === 'ok' || !hasFired) ? [valueText(metric, value)] : []),
    ...(hasFired ? [text('firedAt', { value: valueText(metric, firedValue) })] : []),
    ...(threshold !== null ? [text('thresholdThen', { value: valueText(metric, threshold) })] : []),
  ].join(', ');
}

export const tones: Record<State, Tone> = {
  ok: 'good',
  pending: 'busy',
  firing: 'bad',
  acknowledged: 'warning',
};

export function notificationText({ byMail, webhookUrl }: Alert): string {
  const channels = [
    ...(byMail ? [text('byMail')] : []),
    ...(webhookUrl ? [text('byWebhook')] : []),
  ];
  return channels.length === 0 ? text('nobody') : channels.join(', ');
}
