import { type Messages, message } from './message.ts';

/** Of mails and text messages. */
export const mailsMessages = {
  smsCountryRefused: message(
    422,
    'Text messages are not sent to {phone}: its country is not among those this site sends to.',
    'לא נשלחים מסרונים אל {phone}: המדינה אינה בין המדינות שהאתר שולח אליהן.',
  ),
  mailTextUnknown: message(422, 'There is no {names} in this mail. It knows: {known}.', 'אין {names} בדואר זה. הוא מכיר: {known}.'),
  mailTextSecret: message(
    422,
    '{names} cannot stand in the subject: subjects are kept readable and show on locked screens. Use it in the body.',
    '{names} אינו יכול להופיע בנושא: נושאים נשמרים גלויים ומופיעים על מסכים נעולים. יש להשתמש בו בגוף ההודעה.',
  ),
  mailTextAddress: message(
    422,
    '{names} must stand alone. Put a space or a line break before and after it.',
    '{names} חייב לעמוד לבדו. יש להוסיף רווח או שורה חדשה לפניו ואחריו.',
  ),
  mailContentGone: message(
    422,
    'The content of this message is not kept any more: it is erased once the message was sent, and after {days} days otherwise.',
    'תוכן ההודעה אינו שמור עוד: הוא נמחק לאחר השליחה, ואחרת כעבור {days} ימים.',
  ),
  mailNotYoursToRead: message(
    403,
    'You may not read this message: it may sign in somebody of another site, or who may do as much as you or more.',
    'אין לך הרשאה לקרוא הודעה זו: היא עשויה להכניס משתמש של אתר אחר, או משתמש שהרשאותיו כשלך או רחבות יותר.',
  ),
  mailNotRetryable: message(
    422,
    'This message is {state}; only a failed or kept one can be sent again.',
    'הודעה זו במצב {state}; רק הודעה שנכשלה או נשמרה ניתנת לשליחה חוזרת.',
  ),
  mailServerRefused: message(422, '{address} cannot be used: {problem}', 'לא ניתן להשתמש ב-{address}: {problem}'),
  mailSecretNeeded: message(
    422,
    'The address or the user changed, so the password or token must be given again.',
    'הכתובת או המשתמש השתנו, ולכן יש לתת שוב את הסיסמה או האסימון.',
  ),
  mailConnectionOfRoot: message(
    422,
    'Only root connects the mail and text messages of this site: root accounts get their mail through it.',
    'רק root מחבר את הדואר והמסרונים של אתר זה: חשבונות root מקבלים את דוארם דרכו.',
  ),
} satisfies Messages;
