import { error } from '../../contract/declaredError.ts';

export const errors = {
  accountSuspended: error(
    1909,
    403,
    'This account is suspended ({state}), so you can’t change anything. Your data is safe. Contact your provider.',
    'החשבון מושעה ({state}), ולכן לא ניתן לבצע בו שינויים. הנתונים נשמרים. יש לפנות לספק.',
  ),
  stateRefused: error(
    1920,
    422,
    'The state of {email} can’t be changed. {problem}',
    'לא ניתן לשנות את המצב של {email}. {problem}',
  ),
  batchRefused: error(
    1921,
    422,
    'This batch can’t run. {problem}',
    'לא ניתן להריץ את הפעולה המרוכזת. {problem}',
  ),
  migrateRefused: error(
    1922,
    422,
    'These services can’t be moved. {problem}',
    'לא ניתן להעביר את השירותים האלה. {problem}',
  ),
  emailChangeRefused: error(
    1923,
    422,
    'This account’s email address can’t be changed. {problem}',
    'לא ניתן לשנות את כתובת הדוא"ל של החשבון. {problem}',
  ),
  parentSuspended: error(
    2960,
    403,
    'The parent account that pays for you is suspended ({state}), so you can’t change anything. Your data is safe. The parent account can contact the provider.',
    'חשבון האב המשלם עבורך מושעה ({state}), ולכן לא ניתן לבצע שינויים. הנתונים נשמרים. חשבון האב יכול לפנות לספק.',
  ),
  parentNeedsBilling: error(
    2961,
    403,
    'This isn’t possible until the parent account’s billing profile is approved. Its status is {state}.',
    'הפעולה אינה אפשרית עד לאישור פרופיל החיוב של חשבון האב. הסטטוס שלו: {state}.',
  ),
  ownerNeedsBilling: error(
    2963,
    403,
    'You can’t change {name} until its owner’s billing profile, or that of the paying account, is approved.',
    'לא ניתן לשנות את {name} עד לאישור פרופיל החיוב של הבעלים או של החשבון המשלם.',
  ),
  demandWaits: error(
    2967,
    409,
    'A deposit request for this account is already waiting for second approval.',
    'בקשת פיקדון לחשבון זה כבר ממתינה לאישור שני.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  batch: { en: 'batch', he: 'פעולה מרובה' },
};
