import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import { momentAfterGap, momentsOf, type WallTime, wallTimeAt } from './zone.ts';

/** Invalid schedule times, with the reason. */
export class TimesError extends Error {
  readonly texts: LocalizedText;
  constructor(texts: LocalizedText) {
    super(texts.en);
    this.name = 'TimesError';
    this.texts = texts;
  }
}

/** The allowed values of each field, in order. */
export interface Times {
  minutes: readonly number[];
  hours: readonly number[];
  days: readonly number[];
  months: readonly number[];
  weekdays: readonly number[];
  /** `*`: runs in every elapsed hour, regardless of clock changes. */
  isEveryHour: boolean;
  /**
   * crontab(5): if both the day of the month and the day of the week are restricted, either one is
   * enough.
   */
  isEitherDay: boolean;
}

const fields = [
  { key: 'minutes', title: localize('times.fields.minute'), from: 0, to: 59 },
  { key: 'hours', title: localize('times.fields.hour'), from: 0, to: 23 },
  { key: 'days', title: localize('times.fields.dayMonth'), from: 1, to: 31 },
  { key: 'months', title: localize('times.fields.month'), from: 1, to: 12 },
  { key: 'weekdays', title: localize('times.fields.dayWeek'), from: 0, to: 7 },
] as const;

/**
 * Parses five fields as in crontab(5): `*`, `5`, `1-5`, `*` and ranges with `/step`,
 * comma-separated lists. Throws `TimesError`.
 */
export function parseTimes(text: string): Times {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length)
    throw new TimesError(
      localize('times.parseTimes.fieldsEnterMinuteHour', { text, givenCount: parts.length }),
    );
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = fields.map(
    (field, index) => parseField(parts[index] ?? '', field),
  );
  return {
    ...{ minutes, hours, days, months },
    weekdays: [...new Set(weekdays.map((day) => day % 7))],
    isEveryHour: parts[1] === '*',
    isEitherDay: !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*'),
  };
}

const pattern = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

function parseField(text: string, { title, from, to }: (typeof fields)[number]): number[] {
  const values = text.split(',').flatMap((part) => {
    const match = pattern.exec(part);
    const first = match?.[1] === undefined ? from : Number(match[1]);
    const step = match?.[3] === undefined ? 1 : Number(match[3]);
    const isOpen = match?.[1] === undefined || (match[2] === undefined && match[3] !== undefined);
    const last = isOpen ? to : Number(match?.[2] ?? first);
    if (!match || step < 1 || first < from || last > to || first > last)
      throw new TimesError(localize('times.values.isntValidUseExample', { part, title, from, to }));
    return Array.from(
      { length: Math.floor((last - first) / step) + 1 },
      (_, index) => first + index * step,
    );
  });
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Number of days to search, enough to find a February 29 on a given day of the week. */
const daysAhead = 366 * 29;

/**
 * Returns the next match after `after` in the time zone. Null if there is none, as for February 30.
 */
export function nextTime(times: Times, timeZone: string, after: Date): Date | null {
  const start = wallTimeAt(after, timeZone);
  const firstDay = Date.UTC(start.year, start.month - 1, start.day);
  // Starts on the day before, because a time skipped by a clock change may fall on the next day.
  for (let dayOffset = -1; dayOffset <= daysAhead; dayOffset++) {
    const date = new Date(firstDay + dayOffset * 86_400_000);
    if (!isDay(times, date)) continue;
    const found = momentsOn(times, date, timeZone).find((moment) => moment > after);
    if (found) return found;
  }
  return null;
}

/** Returns the next runs, earliest first. */
export function nextTimes(times: Times, timeZone: string, after: Date, count: number): Date[] {
  const found: Date[] = [];
  for (let last: Date | null = after; found.length < count; ) {
    last = nextTime(times, timeZone, last);
    if (!last) break;
    found.push(last);
  }
  return found;
}

function isDay({ days, months, weekdays, isEitherDay }: Times, date: Date): boolean {
  if (!months.includes(date.getUTCMonth() + 1)) return false;
  const matchesDayOfMonth = days.includes(date.getUTCDate());
  const matchesWeekday = weekdays.includes(date.getUTCDay());
  return isEitherDay ? matchesDayOfMonth || matchesWeekday : matchesDayOfMonth && matchesWeekday;
}

/**
 * Returns the run times on a date. On a day with a clock change, a skipped time runs later, and a
 * repeated time runs once unless the schedule is hourly.
 */
function momentsOn({ hours, minutes, isEveryHour }: Times, date: Date, timeZone: string): Date[] {
  const moments = hours.flatMap((hour) =>
    minutes.flatMap((minute): Date[] => {
      const time: WallTime = {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hour,
        minute,
      };
      const found = momentsOf(time, timeZone);
      if (isEveryHour) return found;
      return [found[0] ?? momentAfterGap(time, timeZone)];
    }),
  );
  const unique = new Map(moments.map((moment) => [moment.getTime(), moment]));
  return [...unique.values()].sort((a, b) => a.getTime() - b.getTime());
}
