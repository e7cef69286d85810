import { error } from '../../contract/declaredError.ts';

export const errors = {
  accountingAway: error(
    2921,
    503,
    'The accounting service isn’t responding. {problem} Documents are queued until it does.',
    'שירות הנהלת החשבונות לא מגיב. {problem} המסמכים ימתינו בתור.',
  ),
  accountingRefused: error(
    2922,
    422,
    'The accounting service rejected the request. {problem}',
    'שירות הנהלת החשבונות דחה את הבקשה. {problem}',
  ),
  accountingSecretNeeded: error(
    2923,
    422,
    'Enter the secret again. A saved secret is only sent to the address it was entered for.',
    'יש להזין שוב את הסוד. סוד שמור נשלח רק לכתובת שעבורה הוזן.',
  ),
  accountingAddressRefused: error(
    2924,
    422,
    'You can’t use the address {address}. {problem}',
    'לא ניתן להשתמש בכתובת {address}. {problem}',
  ),
};
