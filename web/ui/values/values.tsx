import { useSyncExternalStore } from 'react';
import { direction, leftToRight } from '../../texts/texts.ts';
import { numberFormat, relativeFormat } from './formats.ts';
import { formatMoney } from './money.ts';

export function Money({
  amount,
  currency,
  digits,
}: {
  amount: string;
  currency: string;
  digits?: number;
}) {
  return <bdi className="number">{formatMoney(amount, currency, digits)}</bdi>;
}

/**
 * Numbers without decimals or thousands separators are the same in every language of the portal, so
 * they need no formatter.
 */
const formatNumber = (value: number, maximumFractionDigits = 3): string =>
  Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : numberFormat({ maximumFractionDigits }).format(value);

/** Formats sizes in GB, or TB from 1000 GB (specification section 9). */
export function formatGb(gb: number): string {
  return leftToRight(gb >= 1000 ? `${formatNumber(gb / 1000, 2)} TB` : `${formatNumber(gb)} GB`);
}

/** Formats several disks, such as `20 GB + 100 GB`. */
export const formatDisks = (sizesGb: readonly number[]): string =>
  leftToRight(sizesGb.map(formatGb).join(' + '));

export function formatMb(mb: number): string {
  return mb >= 1024
    ? formatGb(Math.round((mb / 1024) * 10) / 10)
    : leftToRight(`${formatNumber(mb)} MB`);
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  return leftToRight(
    `${formatNumber(bytes / 1000 ** step, step === 0 ? 0 : 1)} ${byteUnits[step]}`,
  );
}

/** Formats a part of a whole, with the part first in every language. */
export const formatOf = (part: string, whole: string): string => leftToRight(`${part} / ${whole}`);

/**
 * The arrow between an old and a new value, in the reading direction. The bidirectional algorithm
 * doesn't mirror arrows.
 */
export const transitionArrow = (): string => (direction() === 'rtl' ? '←' : '→');

/** Hostnames, addresses and IDs, which are always left to right, even in Hebrew. */
export function Code({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className="code">
      {children}
    </bdi>
  );
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

export function formatRelative(moment: string, now: number): string {
  const seconds = Math.round((new Date(moment).getTime() - now) / 1000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  // Past times count completed units. Future times are rounded: two days minus a minute are two
  // days.
  const count = seconds < 0 ? Math.trunc(seconds / size) : Math.round(seconds / size);
  const formatted = relativeFormat({ numeric: 'auto' }).format(count, unit);
  // The browser's Hebrew writes one and two as a word followed by the number in parentheses, which
  // is unusual.
  return formatted.replace(/ \(\d+\)$/, '');
}

export { formatMoment } from './moments.ts';

const tickMs = 20_000;

let now = Date.now();
const listeners = new Set<() => void>();
let tickInterval: ReturnType<typeof setInterval> | undefined;

function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    tickInterval = setInterval(() => {
      now = Date.now();
      for (const listener of listeners) listener();
    }, tickMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(tickInterval);
  };
}

/** A relative time in the past or future. The exact time is shown on hover. */
export function RelativeTime({ at }: { at: string }) {
  const currentMs = useSyncExternalStore(onTick, () => now);
  const moment = new Date(at).getTime();
  // A time after the last tick has just passed. Only later times are in the future.
  const isPast = moment <= currentMs + tickMs;
  return (
    <time dateTime={at}>
      {formatRelative(at, isPast ? Math.max(currentMs, moment) : currentMs)}
    </time>
  );
}

export function formatDuration(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const part = (value: number, unit: string) =>
    numberFormat({ style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (days > 0) return `${part(days, 'day')} ${part(hours, 'hour')}`;
  if (hours > 0) return `${part(hours, 'hour')} ${part(minutes, 'minute')}`;
  return minutes > 0 ? part(minutes, 'minute') : part(Math.round(seconds), 'second');
}
