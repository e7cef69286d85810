import { type Messages, message } from './message.ts';

/** Of the hand-over of documents to an accounting service. */
export const accountingMessages = {
  accountingNotConnected: message(
    422,
    'No accounting service is connected to {company}: root connects one under Companies.',
    'לא מחובר שירות הנהלת חשבונות אל {company}: root מחבר שירות תחת "חברות".',
  ),
  accountingAway: message(
    503,
    'The accounting service does not answer at the moment: {problem}. Documents wait meanwhile.',
    'שירות הנהלת החשבונות אינו משיב כרגע: {problem}. המסמכים ממתינים בינתיים.',
  ),
  accountingRefused: message(422, 'The accounting service refuses: {problem}', 'שירות הנהלת החשבונות מסרב: {problem}'),
  accountingSecretNeeded: message(
    422,
    'Give the secret again: it is new, or the connection leads elsewhere now, and a kept secret goes nowhere it was not given for.',
    'יש למסור את הסוד שוב: הוא חדש, או שהחיבור מוביל כעת למקום אחר, וסוד שמור אינו נשלח למקום שלא נמסר עבורו.',
  ),
  accountingAddressRefused: message(422, 'Nothing can be sent to {address}: {problem}', 'לא ניתן לשלוח אל {address}: {problem}'),
  documentHandedOver: message(
    409,
    '{number} is at the accounting service already, as {reference}.',
    '{number} כבר נמצא בשירות הנהלת החשבונות, כמסמך {reference}.',
  ),
} satisfies Messages;
