import { describe, expect, it } from 'vitest';
import { retainedBackups } from './retention.ts';

const retention = { timeZone: 'Asia/Jerusalem', keepDaily: 3, keepWeekly: 2, keepMonthly: 2 };
const at = (moment: string) => ({ id: moment, createdAt: new Date(moment) });
const nightlyDates = (from: string, nights: number) =>
  Array.from({ length: nights }, (_, index) =>
    at(new Date(Date.parse(from) + index * 86_400_000).toISOString()),
  );

describe('backup retention', () => {
  it('keeps the latest backup of each of the last days, weeks and months', () => {
    const backups = nightlyDates('2026-05-01T01:00:00Z', 40); // to 9 June, a Tuesday
    const retained = retainedBackups(backups, retention);
    expect(
      [...retained]
        .map(([id, keptReasons]) => `${id.slice(0, 10)} ${keptReasons.join(' ')}`)
        .sort(),
    ).toEqual([
      '2026-05-31 monthly',
      '2026-06-07 daily weekly',
      '2026-06-08 daily',
      '2026-06-09 daily weekly monthly',
    ]);
  });

  it('counts calendar days of the time zone, with one backup per day', () => {
    // 21:30 UTC is already the next day in a time zone three hours ahead.
    const retained = retainedBackups(
      [at('2026-06-01T21:30:00Z'), at('2026-06-02T05:00:00Z'), at('2026-06-02T22:00:00Z')],
      {
        ...{ ...retention, keepWeekly: 0, keepMonthly: 0 },
      },
    );
    expect([...retained.keys()]).toEqual(['2026-06-02T22:00:00Z', '2026-06-02T05:00:00Z']);
  });

  it('keeps all backups while there are few, and works without any', () => {
    expect(retainedBackups(nightlyDates('2026-06-01T01:00:00Z', 2), retention).size).toBe(2);
    expect(retainedBackups([], retention).size).toBe(0);
  });
});
