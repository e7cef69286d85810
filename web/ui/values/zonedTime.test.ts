import { expect, it, vi } from 'vitest';
import { dateInTimeZone, dayIn, localIn, monthIn, startOfDay, zoneName } from './zonedTime.ts';

// The browser is in another time zone than the user and the site.
vi.stubEnv('TZ', 'Pacific/Auckland');

it.each([
  // Spring 2030: clocks go forward in Israel on March 29, in Berlin on March 31, in New York on
  // March 10.
  ['Asia/Jerusalem', '2030-03-29T01:59:59', '2030-03-28T23:59:59.000Z'],
  ['Asia/Jerusalem', '2030-03-29T02:30', '2030-03-29T00:30:00.000Z'],
  ['Asia/Jerusalem', '2030-03-29T03:30', '2030-03-29T00:30:00.000Z'],
  ['Europe/Berlin', '2030-03-31T03:00', '2030-03-31T01:00:00.000Z'],
  ['America/New_York', '2030-03-10T12:00', '2030-03-10T16:00:00.000Z'],
  // Fall: one hour occurs twice, and the first one is used.
  ['Europe/Berlin', '2030-10-27T02:30', '2030-10-27T00:30:00.000Z'],
  ['America/New_York', '2030-11-03T01:30', '2030-11-03T05:30:00.000Z'],
  ['Pacific/Kiritimati', '2030-01-01T00:00', '2029-12-31T10:00:00.000Z'],
  ['Asia/Kathmandu', '2030-06-01T00:00', '2030-05-31T18:15:00.000Z'],
])('in %s %s is %s', (zone, local, moment) => {
  expect(dateInTimeZone(zone, local)?.toISOString()).toBe(moment);
});

it('a date and time is written in the zone, and read back from it', () => {
  for (const moment of [
    '2030-03-29T00:30:00.000Z',
    '2030-10-27T00:30:00.000Z',
    '2030-07-01T21:59:59.000Z',
  ])
    for (const zone of ['Asia/Jerusalem', 'Europe/Berlin', 'America/New_York', 'UTC'])
      expect(dateInTimeZone(zone, localIn(zone, new Date(moment)))?.toISOString()).toBe(moment);
});

it('a day starts at midnight in its zone, and ends at the start of the next, even around a clock change', () => {
  expect(startOfDay('Asia/Jerusalem', '2030-03-29')).toBe('2030-03-28T22:00:00.000Z');
  expect(startOfDay('Asia/Jerusalem', '2030-03-29', 1)).toBe('2030-03-29T21:00:00.000Z');
  expect(startOfDay('America/New_York', '2030-12-31', 1)).toBe('2031-01-01T05:00:00.000Z');
  // Here the clock change skips midnight.
  expect(startOfDay('Africa/Cairo', '2030-04-26')).toBe('2030-04-25T22:00:00.000Z');
  expect(startOfDay('UTC', 'soon')).toBe('soon');
});

it('today and this month depend on the zone', () => {
  const moment = new Date('2030-12-31T22:30:00Z');
  expect([dayIn('Asia/Jerusalem', moment), monthIn('Asia/Jerusalem', moment)]).toEqual([
    '2031-01-01',
    '2031-01',
  ]);
  expect([dayIn('UTC', moment), monthIn('UTC', moment)]).toEqual(['2030-12-31', '2030-12']);
});

it('a zone is shown with its offset at the selected time', () => {
  expect(zoneName('Asia/Jerusalem', new Date('2030-01-01T00:00:00Z'))).toBe(
    'Asia/Jerusalem (GMT+2)',
  );
  expect(zoneName('Asia/Jerusalem', new Date('2030-07-01T00:00:00Z'))).toBe(
    'Asia/Jerusalem (GMT+3)',
  );
  expect(zoneName('America/New_York', new Date('2030-07-01T00:00:00Z'))).toBe(
    'America/New York (GMT-4)',
  );
});
