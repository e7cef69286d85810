import { type Messages, message } from './message.ts';

/** Sites and agreements. */
export const sitesMessages = {
  siteSuspended: message(
    401,
    '{site} is suspended. Contact your provider.',
    '{site} מושעה. יש לפנות לספק.',
  ),
  hostUnknown: message(
    421,
    'There is no site at {host}. Check the address.',
    'אין אתר בכתובת {host}. יש לבדוק את הכתובת.',
  ),
  hostIllegal: message(
    422,
    'You can’t use {host} as a hostname. {problem}',
    'לא ניתן להשתמש ב-{host} כשם מארח. {problem}',
  ),
  hostInUse: message(
    409,
    '{host} belongs to another site. Remove it there first.',
    '{host} שייך לאתר אחר. יש להסיר אותו שם תחילה.',
  ),
  hostNotProved: message(
    422,
    '{host} isn’t verified yet. {problem} Set the TXT record {record} to {value} and check again.',
    '{host} עדיין לא אומת. {problem} יש להגדיר ברשומת TXT בשם {record} את הערך {value} ולבדוק שוב.',
  ),
  hostExcludesCaller: message(
    422,
    'You’re using {host}, which isn’t one of this site’s hostnames, so you would lose access. Add {host} first.',
    'הגישה שלך היא דרך {host}, שאינו משמות המארח של האתר, ולכן היא תיחסם. יש להוסיף את {host} תחילה.',
  ),
  pictureRefused: message(
    422,
    'You can’t use this image. {problem}',
    'לא ניתן להשתמש בתמונה זו. {problem}',
  ),
  siteNotSuspendable: message(
    422,
    '{site} can’t be suspended. {problem}',
    'לא ניתן להשעות את {site}. {problem}',
  ),
  pageAddressRefused: message(
    422,
    'The address {address} can’t be shown. {problem}',
    'לא ניתן להציג את הכתובת {address}. {problem}',
  ),
  remoteLoginRefused: message(
    403,
    'Remote login was refused. It must be enabled, come from an allowed IP address, and use the right token.',
    'הכניסה מרחוק נדחתה. היא חייבת להיות מופעלת, להגיע מכתובת IP מורשית ולהשתמש בטוקן הנכון.',
  ),
  hostLimit: message(
    422,
    'A site can have up to {max} hostnames. Remove one first.',
    'לאתר יכולים להיות עד {max} שמות מארח. יש להסיר אחד תחילה.',
  ),
  agreementNotSigned: message(
    403,
    'Sign “{title}” to continue. Until then, only viewing and billing are available.',
    'יש לחתום על „{title}” כדי להמשיך. עד אז אפשר רק לצפות ולשלם.',
  ),
  agreementTextChanged: message(
    409,
    'The agreement changed while you were reading it. Read and sign the new version.',
    'ההסכם השתנה בזמן הקריאה. יש לקרוא את הגרסה החדשה ולחתום עליה.',
  ),
  agreementNoDraft: message(
    422,
    'There is no draft to publish. Create one first.',
    'אין טיוטה לפרסום. יש ליצור טיוטה תחילה.',
  ),
  agreementNotYours: message(403, 'Only the account owner can sign.', 'רק בעל החשבון יכול לחתום.'),
} satisfies Messages;
