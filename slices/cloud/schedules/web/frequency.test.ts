import { describe, expect, it } from 'vitest';
import { cronTimesOf, parseFrequency, startingRhythm } from './frequency.ts';

describe('the schedule form', () => {
  it.each([
    ['15 * * * *', 'hourly'],
    ['30 6 * * *', 'daily'],
    ['0 19 * * 1,2,5', 'weekdays'],
    ['5 4 31 * *', 'monthly'],
    ['*/20 9 1 * *', 'custom'],
    ['0 9 1 6 *', 'custom'],
    ['0 9-17 * * *', 'custom'],
  ])('%s is %s, and is saved unchanged', (times, frequency) => {
    expect(parseFrequency(times).rhythm).toBe(frequency);
    expect(cronTimesOf(parseFrequency(times))).toBe(times);
  });

  it('interprets no selected weekday as every day', () => {
    expect(cronTimesOf({ ...startingRhythm, rhythm: 'weekdays', weekdays: [] })).toBe('0 19 * * *');
  });
});
