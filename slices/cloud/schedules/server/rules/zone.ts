/** A local date and time. Months are 1–12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(timeZone, formatter);
  return formatter;
}

/** Returns the local time in a time zone at a point in time. */
export function wallTimeAt(moment: Date, timeZone: string): WallTime {
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

const asIfUtc = ({ year, month, day, hour, minute }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute);

/** Returns the UTC offset of the time zone at a point in time, in ms. */
function offsetAt(moment: number, timeZone: string): number {
  return asIfUtc(wallTimeAt(new Date(moment), timeZone)) - Math.floor(moment / 60_000) * 60_000;
}

const dayMs = 86_400_000;

/**
 * Returns the points in time with this local time in the time zone: usually one, two if clocks go
 * back over it (earlier first), and none if they go forward over it.
 */
export function momentsOf(time: WallTime, timeZone: string): Date[] {
  const wallClockMs = asIfUtc(time);
  const offsets = new Set([
    offsetAt(wallClockMs - dayMs, timeZone),
    offsetAt(wallClockMs + dayMs, timeZone),
  ]);
  return [...offsets]
    .map((offset) => wallClockMs - offset)
    .filter((moment) => asIfUtc(wallTimeAt(new Date(moment), timeZone)) === wallClockMs)
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment));
}

/** Moves a local time skipped by a clock change by the length of the gap: 02:30 becomes 03:30. */
export function momentAfterGap(time: WallTime, timeZone: string): Date {
  const wallClockMs = asIfUtc(time);
  return new Date(wallClockMs - offsetAt(wallClockMs - dayMs, timeZone));
}
