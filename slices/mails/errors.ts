import { error } from '../../contract/declaredError.ts';

export const errors = {
  smsCountryRefused: error(
    2200,
    422,
    'We can’t send text messages to {phone}. This site doesn’t support its country.',
    'לא ניתן לשלוח מסרונים אל {phone}. האתר אינו תומך במדינה זו.',
  ),
  mailTextUnknown: error(
    2201,
    422,
    'This email has no placeholder {names}. Available placeholders: {known}.',
    'בדוא"ל זה אין מציין מקום {names}. מצייני המקום הזמינים: {known}.',
  ),
  mailTextSecret: error(
    2202,
    422,
    '{names} can’t be used in the subject, because subjects are stored in plain text and shown on lock screens. Use it in the body.',
    'לא ניתן להשתמש ב-{names} בנושא, כי נושאים נשמרים גלויים ומוצגים במסך הנעילה. אפשר להשתמש בו בגוף ההודעה.',
  ),
  mailTextAddress: error(
    2203,
    422,
    '{names} must stand alone. Put a space or a line break before and after it.',
    '{names} חייב לעמוד לבדו. יש להוסיף רווח או שורה חדשה לפניו ואחריו.',
  ),
  mailContentGone: error(
    2204,
    422,
    'This message’s content is no longer available. We erase it once the message is sent, or after {days} days.',
    'תוכן ההודעה אינו זמין יותר. הוא נמחק לאחר השליחה, או לאחר {days} ימים.',
  ),
  mailNotYoursToRead: error(
    2205,
    403,
    'You can’t read this message because it may contain a sign-in link for someone on another site or with permissions you don’t have.',
    'לא ניתן לקרוא הודעה זו, כי ייתכן שיש בה קישור כניסה של משתמש באתר אחר או של משתמש עם הרשאות שאין לך.',
  ),
  mailNotRetryable: error(
    2206,
    422,
    'This message is {state}. You can resend only failed or kept messages.',
    'ההודעה במצב {state}. אפשר לשלוח מחדש רק הודעות שנכשלו או נשמרו.',
  ),
  mailServerRefused: error(
    2207,
    422,
    'You can’t use {address}. {problem}',
    'לא ניתן להשתמש ב-{address}. {problem}',
  ),
  mailSecretNeeded: error(
    2208,
    422,
    'Enter the password or token again, because the address or user has changed.',
    'יש להזין שוב את הסיסמה או הטוקן, כי הכתובת או המשתמש השתנו.',
  ),
  mailConnectionOfRoot: error(
    2209,
    422,
    'Only root can connect email and text messages for this site, because root accounts get their email through it.',
    'רק root יכול לחבר דוא"ל ומסרונים באתר זה, כי חשבונות root מקבלים דרכו דוא"ל.',
  ),
  notConnected: error(
    2210,
    422,
    'No service is connected yet. Connect one under {where} first.',
    'עדיין לא חובר שירות. יש לחבר שירות תחילה תחת {where}.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  mail: { en: 'email', he: 'הודעת דוא"ל' },
  'text message': { en: 'text message', he: 'מסרון' },
};
