import * as z from 'zod';
import { localize } from '../texts/localize.ts';
import { schemaMessage } from './schemaMessage.ts';

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

const message = schemaMessage(localize('invalid.message.chooseTimeZoneFrom'));

/** An IANA name such as `Asia/Jerusalem`. */
export const timeZone = z.string().trim().max(64).refine(isTimeZone, { message });

/** The same, or empty for that of the site. */
export const timeZoneOrSite = z
  .string()
  .trim()
  .max(64)
  .refine((name) => name === '' || isTimeZone(name), { message });
