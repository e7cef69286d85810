import { type Messages, message } from './message.ts';

/** Of numbers that the tax authority gives. */
export const allocationMessages = {
  documentHeld: message(
    422,
    'Document {number} waits for the tax authority and is handed out after its decision.',
    'המסמך {number} ממתין לרשות המסים ויימסר לאחר החלטתה.',
  ),
  taxAuthorityCountry: message(
    422,
    'Only companies in Israel have numbers for their invoices from the tax authority: this one is in {country}.',
    'רק חברות בישראל מקבלות מספרי הקצאה לחשבוניות מרשות המסים: חברה זו נמצאת ב{country}.',
  ),
  taxAuthoritySecretNeeded: message(
    422,
    'Give it again: it is new, or the connection leads elsewhere now, and what is kept goes nowhere it was not given for.',
    'יש למסור אותו שוב: הוא חדש, או שהחיבור מוביל כעת למקום אחר, ומה ששמור אינו נשלח למקום שלא נמסר עבורו.',
  ),
  taxAuthorityAddressRefused: message(422, '{address} cannot be asked: {problem}', 'לא ניתן לפנות אל {address}: {problem}'),
  taxAuthorityAway: message(503, 'The tax authority does not answer: {problem}', 'רשות המסים אינה משיבה: {problem}'),
  taxAuthorityRefused: message(422, 'The tax authority refuses: {problem}', 'רשות המסים מסרבת: {problem}'),
  taxAuthorityInUse: message(
    409,
    '{count} documents wait for the tax authority. Decide about them first, or connect anew.',
    '{count} מסמכים ממתינים לרשות המסים. יש להחליט לגביהם תחילה, או לחבר מחדש.',
  ),
  allocationDecided: message(
    409,
    'Nothing of the kind is to be done about document {number}: it is {state}.',
    'אין מה לעשות כך לגבי המסמך {number}: מצבו {state}.',
  ),
  allocationRateDay: message(
    422,
    'The rate must be of the day of the document, {issuedOn}, or of one of the seven days before; {given} is not.',
    'השער צריך להיות של יום המסמך, {issuedOn}, או של אחד משבעת הימים שלפניו; {given} אינו כזה.',
  ),
  taxAuthorityMissing: message(422, 'The company is not connected to the tax authority.', 'החברה אינה מחוברת לרשות המסים.'),
} satisfies Messages;
