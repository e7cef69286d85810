import { describe, expect, it } from 'vitest';
import { nextTimes, parseTimes, TimesError } from './times.ts';

const zone = 'Asia/Jerusalem';
const next = (times: string, after: string, count = 3, timeZone = zone) =>
  nextTimes(parseTimes(times), timeZone, new Date(after), count).map((moment) =>
    moment.toISOString().slice(0, 16),
  );

describe('schedule times', () => {
  it.each([
    [
      '0 3 * * *',
      '2026-06-01T00:00:00Z',
      ['2026-06-02T00:00', '2026-06-03T00:00', '2026-06-04T00:00'],
    ],
    [
      '0 3 * * *',
      '2026-05-31T23:59:59Z',
      ['2026-06-01T00:00', '2026-06-02T00:00', '2026-06-03T00:00'],
    ],
    [
      '30 8 * * 1-5',
      '2026-06-05T12:00:00Z',
      ['2026-06-08T05:30', '2026-06-09T05:30', '2026-06-10T05:30'],
    ],
    [
      '*/20 9 1 * *',
      '2026-06-02T00:00:00Z',
      ['2026-07-01T06:00', '2026-07-01T06:20', '2026-07-01T06:40'],
    ],
    [
      '0 12 29 2 *',
      '2026-06-02T00:00:00Z',
      ['2028-02-29T10:00', '2032-02-29T10:00', '2036-02-29T10:00'],
    ],
    [
      '0 12 1 * 5',
      '2026-06-02T00:00:00Z',
      ['2026-06-05T09:00', '2026-06-12T09:00', '2026-06-19T09:00'],
    ],
    [
      '0 0 * * 0,7',
      '2026-06-01T00:00:00Z',
      ['2026-06-06T21:00', '2026-06-13T21:00', '2026-06-20T21:00'],
    ],
    ['0 12 30 2 *', '2026-06-02T00:00:00Z', []],
  ])('%s after %s', (times, after, expected) => {
    expect(next(times, after)).toEqual(expected);
  });

  it('a time skipped by a clock change runs once, later by the length of the change', () => {
    // On March 27, 2026, clocks in Israel went forward from 02:00 to 03:00.
    expect(next('30 2 * * *', '2026-03-26T12:00:00Z', 2)).toEqual([
      '2026-03-27T00:30',
      '2026-03-27T23:30',
    ]);
    expect(next('0,30 2,3 * * *', '2026-03-26T22:00:00Z', 3)).toEqual([
      '2026-03-27T00:00',
      '2026-03-27T00:30',
      '2026-03-27T23:00',
    ]);
  });

  it('a time that occurs twice runs once, and "every hour" runs at every elapsed hour', () => {
    // On October 25, 2026, clocks in Israel went back from 02:00 to 01:00.
    expect(next('30 1 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-24T22:30',
      '2026-10-25T23:30',
    ]);
    expect(next('0 * * * *', '2026-10-24T21:30:00Z', 4)).toEqual([
      '2026-10-24T22:00',
      '2026-10-24T23:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
    ]);
    expect(next('0 * * * *', '2026-03-26T22:30:00Z', 3)).toEqual([
      '2026-03-26T23:00',
      '2026-03-27T00:00',
      '2026-03-27T01:00',
    ]);
  });

  it('handles half-hour time zones and the date line', () => {
    expect(next('15 6 * * *', '2026-06-01T00:00:00Z', 1, 'Asia/Kolkata')).toEqual([
      '2026-06-01T00:45',
    ]);
    expect(next('0 6 * * *', '2026-06-01T00:00:00Z', 1, 'Pacific/Kiritimati')).toEqual([
      '2026-06-01T16:00',
    ]);
    expect(next('0 6 * * *', '2026-06-01T00:00:00Z', 1, 'UTC')).toEqual(['2026-06-01T06:00']);
  });

  it.each([
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    'a * * * *',
    '1,,2 * * * *',
  ])('rejects "%s" with the reason', (times) => {
    expect(() => parseTimes(times)).toThrow(TimesError);
  });
});
