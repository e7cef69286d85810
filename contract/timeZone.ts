import * as z from 'zod';
import { localized } from './localized.ts';

/**
 * Whether it is the name of an IANA time zone; offsets such as `+02:00` are not, because they have
 * no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const message = localized(
  'Choose a time zone from the list, such as Asia/Jerusalem.',
  'יש לבחור אזור זמן מהרשימה, למשל Asia/Jerusalem.',
);

/** An IANA name such as `Asia/Jerusalem`. */
export const timeZone = z.string().trim().max(64).refine(isTimeZone, { message });

/** The same, or empty for that of the site. */
export const timeZoneOrSite = z
  .string()
  .trim()
  .max(64)
  .refine((name) => name === '' || isTimeZone(name), { message });
