import { isolateDirections } from '../../texts/texts.ts';
import { momentFormat } from './formats.ts';

/** The user's date and time format, from the profile. */
export interface MomentStyle {
  /** An IANA time zone. Empty for the browser's. */
  timeZone: string;
  /** A pattern of the profile, such as `dd/MM/yyyy`. Empty for the default of the language. */
  dateFormat: string;
}

let style: MomentStyle = { timeZone: '', dateFormat: '' };

export function setMomentStyle(newStyle: MomentStyle): void {
  style = newStyle;
}

/** A time zone supported by the portal may be unknown to this browser. */
function isZone(timeZone: string): boolean {
  try {
    return timeZone !== '' && momentFormat({ timeZone }) !== null;
  } catch {
    return false;
  }
}

/**
 * Checked when a time is formatted, so that pages without times don't load the browser's time zone
 * data.
 */
const chosenZone = (): string => (isZone(style.timeZone) ? style.timeZone : '');

/** The time zone in which the user sees times. */
export const browserTimeZone = (): string =>
  chosenZone() || Intl.DateTimeFormat().resolvedOptions().timeZone;

const zone = (): { timeZone?: string } => {
  const timeZone = chosenZone();
  return timeZone ? { timeZone } : {};
};

/** The date and time to the second, in the user's time zone and format. */
export function formatMoment(moment: string): string {
  const at = new Date(moment);
  if (style.dateFormat === '')
    return isolateDirections(
      momentFormat({ dateStyle: 'medium', timeStyle: 'medium', ...zone() }).format(at),
    );
  return isolateDirections(
    `${formatDay(at, zone())} ${momentFormat({ timeStyle: 'medium', ...zone() }).format(at)}`,
  );
}

/** A calendar day, such as `2030-04-08`, in the user's format. Independent of time zones. */
export function formatDate(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const utcOptions = { timeZone: 'UTC' };
  return isolateDirections(
    style.dateFormat === ''
      ? momentFormat({ dateStyle: 'long', ...utcOptions }).format(at)
      : formatDay(at, utcOptions),
  );
}

function formatDay(at: Date, zoneOptions: { timeZone?: string }): string {
  const format = (
    options: Intl.DateTimeFormatOptions,
    type: Intl.DateTimeFormatPartTypes,
  ): string =>
    momentFormat({ ...options, numberingSystem: 'latn', ...zoneOptions })
      .formatToParts(at)
      .find((part) => part.type === type)?.value ?? '';
  const numbers: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
  const parts: Record<string, string> = {
    yyyy: format(numbers, 'year'),
    MMM: format({ month: 'short' }, 'month'),
    MM: format(numbers, 'month'),
    dd: format(numbers, 'day'),
    d: String(Number(format(numbers, 'day'))),
  };
  return style.dateFormat.replace(/yyyy|MMM|MM|dd|d/g, (part) => parts[part] ?? part);
}
