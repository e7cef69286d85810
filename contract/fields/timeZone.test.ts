import { describe, expect, it } from 'vitest';
import { timeZone, timeZoneOrSite } from './timeZone.ts';

describe('a time zone', () => {
  it.each(['Asia/Jerusalem', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Calcutta'])(
    'can be %s',
    (name) => {
      expect(timeZone.safeParse(name).success).toBe(true);
      expect(timeZoneOrSite.safeParse(name).success).toBe(true);
    },
  );

  it.each(['Mars/Olympus', '+02:00', '-0500', 'Jerusalem', 'a'.repeat(65)])(
    'can’t be %j',
    (name) => {
      expect(timeZone.safeParse(name).success).toBe(false);
      expect(timeZoneOrSite.safeParse(name).success).toBe(false);
    },
  );

  it('can only be empty to select the site’s time zone', () => {
    expect(timeZone.safeParse('').success).toBe(false);
    expect(timeZoneOrSite.safeParse('').success).toBe(true);
  });
});
