import { error } from '../../contract/declaredError.ts';

export const errors = {
  siteSuspended: error(
    2100,
    401,
    '{site} is suspended. Contact your provider.',
    '{site} מושעה. יש לפנות לספק.',
  ),
  hostUnknown: error(
    2101,
    421,
    'There is no site at {host}. Check the address.',
    'אין אתר בכתובת {host}. יש לבדוק את הכתובת.',
  ),
  hostIllegal: error(
    2102,
    422,
    'You can’t use {host} as a hostname. {problem}',
    'לא ניתן להשתמש ב-{host} כשם מארח. {problem}',
  ),
  hostInUse: error(
    2103,
    409,
    '{host} belongs to another site. Remove it there first.',
    '{host} שייך לאתר אחר. יש להסיר אותו שם תחילה.',
  ),
  hostNotProved: error(
    2104,
    422,
    '{host} isn’t verified yet. {problem} Set the TXT record {record} to {value} and check again.',
    '{host} עדיין לא אומת. {problem} יש להגדיר ברשומת TXT בשם {record} את הערך {value} ולבדוק שוב.',
  ),
  hostExcludesCaller: error(
    2105,
    422,
    'You’re using {host}, which isn’t one of this site’s hostnames, so you would lose access. Add {host} first.',
    'הגישה שלך היא דרך {host}, שאינו משמות המארח של האתר, ולכן היא תיחסם. יש להוסיף את {host} תחילה.',
  ),
  pictureRefused: error(
    2106,
    422,
    'You can’t use this image. {problem}',
    'לא ניתן להשתמש בתמונה זו. {problem}',
  ),
  siteNotSuspendable: error(
    2107,
    422,
    '{site} can’t be suspended. {problem}',
    'לא ניתן להשעות את {site}. {problem}',
  ),
  pageAddressRefused: error(
    2108,
    422,
    'The address {address} can’t be shown. {problem}',
    'לא ניתן להציג את הכתובת {address}. {problem}',
  ),
  remoteLoginRefused: error(
    2109,
    403,
    'Remote login was refused. It must be enabled, come from an allowed IP address, and use the right token.',
    'הכניסה מרחוק נדחתה. היא חייבת להיות מופעלת, להגיע מכתובת IP מורשית ולהשתמש בטוקן הנכון.',
  ),
  hostLimit: error(
    2110,
    422,
    'A site can have up to {max} hostnames. Remove one first.',
    'לאתר יכולים להיות עד {max} שמות מארח. יש להסיר אחד תחילה.',
  ),
  agreementNotSigned: error(
    2120,
    403,
    'Sign “{title}” to continue. Until then, only viewing and billing are available.',
    'יש לחתום על „{title}” כדי להמשיך. עד אז אפשר רק לצפות ולשלם.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  page: { en: 'page', he: 'דף' },
  picture: { en: 'image', he: 'תמונה' },
  site: { en: 'site', he: 'אתר' },
  version: { en: 'version', he: 'גרסה' },
};
