import { type Messages, message } from './message.ts';

/** Of sites and agreements. */
export const sitesMessages = {
  siteSuspended: message(401, '{site} is suspended. Ask its provider.', 'הפעילות של {site} מושהית. יש לפנות לספק.'),
  hostUnknown: message(421, 'No site answers under {host}. Check the address.', 'אין אתר שעונה תחת {host}. יש לבדוק את הכתובת.'),
  hostIllegal: message(422, '{host} cannot be a host name here: {problem}', 'לא ניתן להשתמש ב-{host} כשם מארח: {problem}'),
  hostInUse: message(409, '{host} belongs to another site. Release it there first.', 'השם {host} שייך לאתר אחר. יש לשחרר אותו שם תחילה.'),
  hostNotProved: message(
    422,
    '{host} is not proved yet: {problem} Set the TXT record {record} to {value} and check again.',
    'הבעלות על {host} טרם הוכחה: {problem} יש להגדיר ברשומת TXT בשם {record} את הערך {value} ולבדוק שוב.',
  ),
  hostExcludesCaller: message(
    422,
    'You came here as {host}, which is not among the names of this site: you would shut yourself out. Add {host} first.',
    'הגעת לכאן בשם {host}, שאינו בין שמות האתר: הגישה שלך תיחסם. יש להוסיף את {host} תחילה.',
  ),
  pictureRefused: message(422, 'This picture cannot be used: {problem}', 'לא ניתן להשתמש בתמונה זו: {problem}'),
  siteNotSuspendable: message(422, '{site} cannot be suspended: {problem}', 'לא ניתן להשהות את {site}: {problem}'),
  pageAddressRefused: message(422, 'The address {address} cannot be shown: {problem}', 'לא ניתן להציג את הכתובת {address}: {problem}'),
  remoteLoginRefused: message(
    403,
    'Remote sign-in is refused: it must be switched on, come from a listed address and carry the right token.',
    'הכניסה מרחוק נדחתה: עליה להיות מופעלת, להגיע מכתובת רשומה ולשאת את האסימון הנכון.',
  ),
  hostLimit: message(422, 'A site has at most {max} host names. Remove one first.', 'לאתר לכל היותר {max} שמות מארח. יש להסיר אחד תחילה.'),
  agreementNotSigned: message(
    403,
    'Sign “{title}” first: until then only reading and billing are open.',
    'יש לחתום תחילה על „{title}”: עד אז פתוחים רק צפייה וחיוב.',
  ),
  agreementTextChanged: message(
    409,
    'The agreement was changed while you read it. Read the new version and sign that one.',
    'ההסכם השתנה בזמן הקריאה. יש לקרוא את הגרסה החדשה ולחתום עליה.',
  ),
  agreementNoDraft: message(422, 'There is no draft to publish. Write one first.', 'אין טיוטה לפרסום. יש לכתוב אחת תחילה.'),
  agreementNotYours: message(403, 'Only the person itself can sign.', 'רק האדם עצמו יכול לחתום.'),
} satisfies Messages;
