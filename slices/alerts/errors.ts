import { error } from '../../contract/declaredError.ts';

export const errors = {
  alertLimit: error(
    2350,
    422,
    'You’ve reached the limit of {max} alerts. Delete one to create another.',
    'הגעת למכסה של {max} התראות. יש למחוק התראה כדי ליצור חדשה.',
  ),
  webhookRefused: error(
    2351,
    400,
    'You can’t use the webhook URL {address}. {problem}',
    'לא ניתן להשתמש בכתובת ה-webhook‏ {address}. {problem}',
  ),
  alertNotFiring: error(
    2352,
    409,
    'The alert {name} isn’t firing, so it can’t be acknowledged.',
    'ההתראה {name} אינה פעילה, ולכן לא ניתן לאשר אותה.',
  ),
  alertTestedJustNow: error(
    2353,
    429,
    'This alert was tested a moment ago. Try again in {seconds} seconds.',
    'ההתראה נבדקה לפני רגע. אפשר לנסות שוב בעוד {seconds} שניות.',
  ),
  alertTellsNobody: error(
    2354,
    422,
    'The alert {name} has no email or webhook to test. Enable one first.',
    'להתראה {name} אין דוא"ל או webhook לבדיקה. יש להפעיל אחד מהם תחילה.',
  ),
  alertWithoutWebhook: error(
    2355,
    422,
    'The alert {name} has no webhook. Enter its URL first.',
    'להתראה {name} אין webhook. יש להזין כתובת תחילה.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  alert: { en: 'alert', he: 'התראה' },
};
