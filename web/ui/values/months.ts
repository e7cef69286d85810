import { momentFormat } from './formats.ts';
import { monthIn, siteZone } from './zonedTime.ts';

/** Formats `2026-03` as `March 2026`, in the reader's language. */
export const monthName = (month: string): string =>
  momentFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  );

/**
 * All months from the first one to the current one (or a later one that is displayed), latest
 * first. The months are in the site's time zone.
 */
export function monthRange(first: string, selectedMonth: string, now = new Date()): string[] {
  const [latest = ''] = [monthIn(siteZone(), now), selectedMonth].sort().reverse();
  const [start = ''] = [first, selectedMonth].sort();
  const months: string[] = [];
  for (let month = latest; month >= start; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}
