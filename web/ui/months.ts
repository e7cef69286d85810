import { momentFormat } from './formats.ts';

/** `March 2026` of `2026-03`, in the reader's language. */
export const monthName = (month: string): string =>
  momentFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`));

/** `2026-03` of a moment, in the browser's zone. */
export const monthOf = (moment: Date): string => `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, '0')}`;

/** All months from the first one to this one (or a later one that is shown), the latest first. */
export function monthsUpTo(first: string, shown: string, now = new Date()): string[] {
  const [latest = ''] = [monthOf(now), shown].sort().reverse();
  const [begin = ''] = [first, shown].sort();
  const months: string[] = [];
  for (let month = latest; month >= begin; month = before(month)) months.push(month);
  return months;
}

function before(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}
