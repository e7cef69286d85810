import { error } from '../../contract/declaredError.ts';

export const errors = {
  documentHeld: error(
    2930,
    422,
    'Document {number} is on hold until the tax authority decides. You can download it afterwards.',
    'המסמך {number} בהמתנה להחלטת רשות המסים. אפשר יהיה להוריד אותו לאחר מכן.',
  ),
  taxAuthorityCountry: error(
    2931,
    422,
    'Only companies in Israel get allocation numbers from the tax authority. This company is in {country}.',
    'רק חברות בישראל מקבלות מספרי הקצאה מרשות המסים. חברה זו נמצאת ב{country}.',
  ),
  taxAuthoritySecretNeeded: error(
    2932,
    422,
    'Enter this secret again. A saved secret is only sent to the address it was entered for.',
    'יש להזין שוב את הסוד. סוד שמור נשלח רק לכתובת שעבורה הוזן.',
  ),
  taxAuthorityAddressRefused: error(
    2933,
    422,
    'You can’t use the address {address}. {problem}',
    'לא ניתן להשתמש בכתובת {address}. {problem}',
  ),
  taxAuthorityAway: error(
    2934,
    503,
    'The tax authority isn’t responding. {problem}',
    'רשות המסים לא מגיבה. {problem}',
  ),
  taxAuthorityRefused: error(
    2935,
    422,
    'The tax authority rejected the request. {problem}',
    'רשות המסים דחתה את הבקשה. {problem}',
  ),
  taxAuthorityInUse: error(
    2936,
    409,
    '{count} documents are waiting for the tax authority. Decide about them first, or update the connection instead.',
    '{count} מסמכים ממתינים לרשות המסים. יש להחליט לגביהם תחילה, או לעדכן את החיבור.',
  ),
  allocationDecided: error(
    2937,
    409,
    'This action isn’t available for document {number}. Its status is {state}.',
    'הפעולה אינה זמינה עבור המסמך {number}. הסטטוס שלו: {state}.',
  ),
  allocationRateDay: error(
    2938,
    422,
    'The rate must be from the document date, {issuedOn}, or the seven days before it. {given} isn’t in that range.',
    'השער חייב להיות מתאריך המסמך, {issuedOn}, או משבעת הימים שלפניו. {given} מחוץ לטווח.',
  ),
  taxAuthorityMissing: error(
    2939,
    422,
    'This company isn’t connected to the tax authority.',
    'החברה לא מחוברת לרשות המסים.',
  ),
};
