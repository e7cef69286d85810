import { afterEach, describe, expect, it } from 'vitest';
import { formatMoment, setMomentStyle } from './moments.ts';

afterEach(() => setMomentStyle({ timeZone: '', dateFormat: '' }));

describe('a date and time', () => {
  it.each([
    ['yyyy-MM-dd', 'UTC', /^2026-03-05 .*22:30:09|^2026-03-05 10:30:09 PM/],
    ['dd/MM/yyyy', 'Asia/Jerusalem', /^06\/03\/2026 .*12:30:09 AM|^06\/03\/2026 .*00:30:09/],
    ['MM/dd/yyyy', 'America/New_York', /^03\/05\/2026 .*5:30:09 PM|^03\/05\/2026 .*17:30:09/],
    ['dd.MM.yyyy', 'UTC', /^05\.03\.2026 /],
    ['d MMM yyyy', 'UTC', /^5 Mar 2026 /],
  ])('in %s and %s is written in that format and zone', (dateFormat, timeZone, expected) => {
    setMomentStyle({ timeZone, dateFormat });
    expect(formatMoment('2026-03-05T22:30:09Z')).toMatch(expected);
  });

  it('uses the language’s default format if none is chosen, in the chosen zone', () => {
    setMomentStyle({ timeZone: 'Asia/Tokyo', dateFormat: '' });
    expect(formatMoment('2026-03-05T22:30:09Z')).toMatch(/Mar 6, 2026/);
  });

  it('uses the browser’s zone if this browser doesn’t support the chosen one', () => {
    setMomentStyle({ timeZone: 'Mars/Olympus', dateFormat: '' });
    expect(formatMoment('2026-03-05T12:30:09Z')).toMatch(/2026/);
  });
});
