/** The frequency offered by the form. `custom` is any crontab(5) expression. */
export type Frequency = 'hourly' | 'daily' | 'weekdays' | 'monthly' | 'custom';

export interface FrequencyForm {
  rhythm: Frequency;
  /** `HH:MM`. Only the minute is used for `hourly`. */
  at: string;
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** Day of the month. */
  day: number;
  cron: string;
}

export const startingRhythm: FrequencyForm = {
  rhythm: 'daily',
  at: '19:00',
  weekdays: [1, 2, 3, 4, 5],
  day: 1,
  cron: '0 19 * * *',
};

/** Converts the form values to the five crontab(5) fields. */
export function cronTimesOf({ rhythm, at, weekdays, day, cron }: FrequencyForm): string {
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  if (rhythm === 'hourly') return `${minute} * * * *`;
  if (rhythm === 'daily') return `${minute} ${hour} * * *`;
  if (rhythm === 'weekdays')
    return `${minute} ${hour} * * ${[...weekdays].sort((a, b) => a - b).join(',') || '*'}`;
  return rhythm === 'monthly' ? `${minute} ${hour} ${day} * *` : cron.trim();
}

const number = /^\d{1,2}$/;

/**
 * Converts five crontab(5) fields to form values. Expressions that no other frequency can represent
 * become `custom`.
 */
export function parseFrequency(times: string): FrequencyForm {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = times.trim().split(/\s+/);
  const base = { ...startingRhythm, cron: times };
  if (!number.test(minute) || month !== '*') return { ...base, rhythm: 'custom' };
  const clock = (hours: string) => `${hours.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (hour === '*' && day === '*' && weekday === '*')
    return { ...base, rhythm: 'hourly', at: clock('0') };
  if (!number.test(hour)) return { ...base, rhythm: 'custom' };
  const at = clock(hour);
  if (day === '*' && weekday === '*') return { ...base, rhythm: 'daily', at };
  if (day === '*' && /^[0-6](,[0-6])*$/.test(weekday))
    return { ...base, rhythm: 'weekdays', at, weekdays: weekday.split(',').map(Number) };
  if (number.test(day) && weekday === '*')
    return { ...base, rhythm: 'monthly', at, day: Number(day) };
  return { ...base, rhythm: 'custom' };
}
