import { inReadingOrder } from '../../texts/texts.ts';
import { momentFormat } from './formats.ts';

/** The user's date and time format, from the profile. */
export interface MomentStyle {
  /** IANA zone; empty: the browser's. */
  timeZone: string;
  /** A pattern of the profile, such as `dd/MM/yyyy`; empty: as the language has it. */
  dateFormat: string;
}

let style: MomentStyle = { timeZone: '', dateFormat: '' };

export function setMomentStyle(wanted: MomentStyle): void {
  style = wanted;
}

/** A zone the portal's machine knows may be unknown to this browser. */
function isZone(timeZone: string): boolean {
  try {
    return timeZone !== '' && momentFormat({ timeZone }) !== null;
  } catch {
    return false;
  }
}

/**
 * Looked at when a moment is written: a page without one need not load what the browser knows of
 * zones.
 */
const chosenZone = (): string => (isZone(style.timeZone) ? style.timeZone : '');

/** The zone the person reads moments in. */
export const ownZone = (): string =>
  chosenZone() || Intl.DateTimeFormat().resolvedOptions().timeZone;

const zone = (): { timeZone?: string } => {
  const timeZone = chosenZone();
  return timeZone ? { timeZone } : {};
};

/** Date and time to the second, in the person's zone and form. */
export function formatMoment(moment: string): string {
  const at = new Date(moment);
  if (style.dateFormat === '')
    return inReadingOrder(
      momentFormat({ dateStyle: 'medium', timeStyle: 'medium', ...zone() }).format(at),
    );
  return inReadingOrder(
    `${formatDay(at, zone())} ${momentFormat({ timeStyle: 'medium', ...zone() }).format(at)}`,
  );
}

/**
 * A day of the calendar, such as `2030-04-08`, in the person's form; it is the same day everywhere.
 */
export function formatDate(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  const everywhere = { timeZone: 'UTC' };
  return inReadingOrder(
    style.dateFormat === ''
      ? momentFormat({ dateStyle: 'long', ...everywhere }).format(at)
      : formatDay(at, everywhere),
  );
}

function formatDay(at: Date, inZone: { timeZone?: string }): string {
  const written = (
    options: Intl.DateTimeFormatOptions,
    type: Intl.DateTimeFormatPartTypes,
  ): string =>
    momentFormat({ ...options, numberingSystem: 'latn', ...inZone })
      .formatToParts(at)
      .find((part) => part.type === type)?.value ?? '';
  const numbers: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
  const parts: Record<string, string> = {
    yyyy: written(numbers, 'year'),
    MMM: written({ month: 'short' }, 'month'),
    MM: written(numbers, 'month'),
    dd: written(numbers, 'day'),
    d: String(Number(written(numbers, 'day'))),
  };
  return style.dateFormat.replace(/yyyy|MMM|MM|dd|d/g, (part) => parts[part] ?? part);
}
