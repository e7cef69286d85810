import { momentFormat } from './formats.ts';

/** How the person wants moments written, as his profile has it. */
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

/** Looked at when a moment is written: a page without one need not load what the browser knows of zones. */
const chosenZone = (): string => (isZone(style.timeZone) ? style.timeZone : '');

/** The zone the person reads moments in. */
export const ownZone = (): string => chosenZone() || Intl.DateTimeFormat().resolvedOptions().timeZone;

const zone = (): { timeZone?: string } => {
  const timeZone = chosenZone();
  return timeZone ? { timeZone } : {};
};

/** Date and time to the second, in the person's zone and form. */
export function formatMoment(moment: string): string {
  const at = new Date(moment);
  if (style.dateFormat === '') return momentFormat({ dateStyle: 'medium', timeStyle: 'medium', ...zone() }).format(at);
  return `${formatDay(at)} ${momentFormat({ timeStyle: 'medium', ...zone() }).format(at)}`;
}

function formatDay(at: Date): string {
  const written = (options: Intl.DateTimeFormatOptions, type: Intl.DateTimeFormatPartTypes): string =>
    momentFormat({ ...options, numberingSystem: 'latn', ...zone() })
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
