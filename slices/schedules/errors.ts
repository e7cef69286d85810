import { error } from '../../contract/declaredError.ts';

export const errors = {
  scheduleTimesWrong: error(
    2553,
    422,
    'These times aren’t valid. {problem}',
    'המועדים אינם תקינים. {problem}',
  ),
  scheduleLimit: error(
    2554,
    422,
    'You’ve reached the limit of {max} schedules. Delete one first.',
    'הגעת למכסה של {max} תזמונים. יש למחוק אחד תחילה.',
  ),
  scheduleNotTroubled: error(
    2561,
    422,
    'The schedule {name} has no failed run to acknowledge.',
    'לתזמון {name} אין הרצה שנכשלה הממתינה לאישור.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  schedule: { en: 'schedule', he: 'תזמון' },
};
