import { wallTimeAt } from '../../../schedules/server/index.ts';

export interface RetentionPolicy {
  timeZone: string;
  keepDaily: number;
  keepWeekly: number;
  keepMonthly: number;
}

export type RetentionKind = 'daily' | 'weekly' | 'monthly';

interface Dated {
  id: string;
  createdAt: Date;
}

/**
 * The scheduled backups to keep, each with its reasons: the latest of each of the last days, weeks
 * and months that have one. All others are deleted.
 */
export function retainedBackups(
  backups: readonly Dated[],
  retention: RetentionPolicy,
): Map<string, RetentionKind[]> {
  const latestFirst = [...backups].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const retained = new Map<string, RetentionKind[]>();
  const retain = (keptReason: RetentionKind, count: number, periodOf: (at: Date) => string) => {
    const periods = new Set<string>();
    for (const { id, createdAt } of latestFirst) {
      const period = periodOf(createdAt);
      if (periods.has(period) || periods.size >= count) continue;
      periods.add(period);
      retained.set(id, [...(retained.get(id) ?? []), keptReason]);
    }
  };
  retain('daily', retention.keepDaily, (at) => dayOf(at, retention.timeZone).toISOString());
  retain('weekly', retention.keepWeekly, (at) => weekOf(dayOf(at, retention.timeZone)));
  retain('monthly', retention.keepMonthly, (at) =>
    dayOf(at, retention.timeZone).toISOString().slice(0, 7),
  );
  return retained;
}

/** The calendar date in the time zone, as a UTC date. */
function dayOf(at: Date, timeZone: string): Date {
  const { year, month, day } = wallTimeAt(at, timeZone);
  return new Date(Date.UTC(year, month - 1, day));
}

/** The week of a date, identified by its Monday. */
function weekOf(day: Date): string {
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString();
}
