import * as z from 'zod';
import { localize } from '../texts/localize.ts';
import { schemaMessage } from './schemaMessage.ts';

/**
 * Whether the value is an IANA time zone name. Offsets such as `+02:00` aren't accepted, because
 * they have no daylight saving time.
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

/** An IANA time zone name such as `Asia/Jerusalem`. */
export const timeZone = z.string().trim().max(64).refine(isTimeZone, { message });

/** The same, or empty for the site's time zone. */
export const timeZoneOrSite = z
  .string()
  .trim()
  .max(64)
  .refine((name) => name === '' || isTimeZone(name), { message });
