import { bootstrap } from '../../bootstrap.ts';
import { momentFormat } from './formats.ts';

/** The site's time zone, used for prices, promo codes and invoices regardless of the user's own. */
export const siteZone = (): string => bootstrap.site.timeZone;

/**
 * A time in a time zone, to the second, in the format of a date and time field:
 * `2030-03-31T02:30:00`.
 */
export function localIn(timeZone: string, moment: Date): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      },
    })
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}

/** The offset of a time zone from UTC at a time in ms, positive if ahead. */
const offsetAt = (timeZone: string, at: number): number =>
  Date.parse(`${localIn(timeZone, new Date(at))}Z`) - Math.floor(at / 1000) * 1000;

/**
 * The moment of a date and time in a time zone. Null if it isn't valid. A time that the clock skips
 * counts as before the change (02:30 is 03:30), and of one that occurs twice the first is used, as
 * in RFC 5545.
 */
export function dateInTimeZone(timeZone: string, local: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const dayMs = 86_400_000;
  const before = offsetAt(timeZone, asUtc - dayMs);
  const after = offsetAt(timeZone, asUtc + dayMs);
  const candidates = [...new Set([asUtc - before, asUtc - after])].filter(
    (at) => at + offsetAt(timeZone, at) === asUtc,
  );
  return new Date(candidates.length > 0 ? Math.min(...candidates) : asUtc - before);
}

/** The day of a moment in a time zone: `2030-03-31`. */
export const dayIn = (timeZone: string, moment = new Date()): string =>
  localIn(timeZone, moment).slice(0, 10);

/** The month of a moment in a time zone: `2030-03`. */
export const monthIn = (timeZone: string, moment = new Date()): string =>
  localIn(timeZone, moment).slice(0, 7);

/** The calendar day this many days later. */
export function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/**
 * The start of a day in a time zone, in the contract's format. An invalid day is returned
 * unchanged, so that the server rejects it at its field.
 */
export function startOfDay(timeZone: string, day: string, daysLater = 0): string {
  if (dateInTimeZone(timeZone, `${day}T00:00:00`) === null) return day;
  return dateInTimeZone(timeZone, `${daysAfter(day, daysLater)}T00:00:00`)?.toISOString() ?? day;
}

/** The title of a time zone with its UTC offset at a time: `Asia/Jerusalem (GMT+2)`. */
export function zoneName(timeZone: string, at = new Date()): string {
  const offset = momentFormat({ timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const name = timeZone.replaceAll('_', ' ');
  return offset && offset !== name ? `${name} (${offset})` : name;
}
