import { type Messages, message } from './message.ts';

/** Invoice numbers assigned by the tax authority. */
export const allocationMessages = {
  documentHeld: message(
    422,
    'Document {number} is on hold until the tax authority decides. You can download it afterwards.',
    'המסמך {number} בהמתנה להחלטת רשות המסים. אפשר יהיה להוריד אותו לאחר מכן.',
  ),
  taxAuthorityCountry: message(
    422,
    'Only companies in Israel get allocation numbers from the tax authority. This company is in {country}.',
    'רק חברות בישראל מקבלות מספרי הקצאה מרשות המסים. חברה זו נמצאת ב{country}.',
  ),
  taxAuthoritySecretNeeded: message(
    422,
    'Enter this secret again. A saved secret is only sent to the address it was entered for.',
    'יש להזין שוב את הסוד. סוד שמור נשלח רק לכתובת שעבורה הוזן.',
  ),
  taxAuthorityAddressRefused: message(
    422,
    'You can’t use the address {address}. {problem}',
    'לא ניתן להשתמש בכתובת {address}. {problem}',
  ),
  taxAuthorityAway: message(
    503,
    'The tax authority isn’t responding. {problem}',
    'רשות המסים לא מגיבה. {problem}',
  ),
  taxAuthorityRefused: message(
    422,
    'The tax authority rejected the request. {problem}',
    'רשות המסים דחתה את הבקשה. {problem}',
  ),
  taxAuthorityInUse: message(
    409,
    '{count} documents are waiting for the tax authority. Decide about them first, or update the connection instead.',
    '{count} מסמכים ממתינים לרשות המסים. יש להחליט לגביהם תחילה, או לעדכן את החיבור.',
  ),
  allocationDecided: message(
    409,
    'This action isn’t available for document {number}. Its status is {state}.',
    'הפעולה אינה זמינה עבור המסמך {number}. הסטטוס שלו: {state}.',
  ),
  allocationRateDay: message(
    422,
    'The rate must be from the document date, {issuedOn}, or the seven days before it. {given} isn’t in that range.',
    'השער חייב להיות מתאריך המסמך, {issuedOn}, או משבעת הימים שלפניו. {given} מחוץ לטווח.',
  ),
  taxAuthorityMissing: message(
    422,
    'This company isn’t connected to the tax authority.',
    'החברה לא מחוברת לרשות המסים.',
  ),
} satisfies Messages;
