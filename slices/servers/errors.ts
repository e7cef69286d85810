import { error } from '../../contract/declaredError.ts';

export const errors = {
  serverWrongState: error(1100, 422, '{problem}', '{problem}'),
  serverBusy: error(
    1101,
    409,
    '{name} is busy with task {cmdId}. Wait until it finishes.',
    'השרת {name} עסוק במשימה {cmdId}. יש להמתין לסיומה.',
  ),
  serverNameTaken: error(
    1102,
    409,
    'You already have a server named {name}. Choose another name.',
    'כבר יש לך שרת בשם {name}. יש לבחור שם אחר.',
  ),
  serverLimit: error(
    1103,
    422,
    'You can create up to {max} servers at once. You requested {given}.',
    'אפשר ליצור עד {max} שרתים בבת אחת. ביקשת {given}.',
  ),
  serverDiskSmallerThanImage: error(
    1104,
    422,
    'The first disk must be at least {min} GB for the image {image}.',
    'הדיסק הראשון חייב להיות לפחות {min} GB עבור התמונה {image}.',
  ),
  serverDiskShrink: error(
    1105,
    422,
    'Disks can only grow. This one is {current} GB, and you entered {given} GB.',
    'דיסק יכול רק לגדול. גודלו {current} GB, והוזן {given} GB.',
  ),
  serverBootDisk: error(
    1106,
    422,
    'The first disk contains the operating system and can’t be removed.',
    'הדיסק הראשון מכיל את מערכת ההפעלה ולא ניתן להסיר אותו.',
  ),
  serverNicLimit: error(
    1107,
    422,
    'A server must have one to {max} network interfaces.',
    'לשרת חייבים להיות בין ממשק רשת אחד ל-{max}.',
  ),
  serverPasswordRequired: error(
    1108,
    422,
    'Enter a password or an SSH key for the new server.',
    'יש להזין סיסמה או מפתח SSH לשרת החדש.',
  ),
  serverMustBeOff: error(1109, 422, '{problem}', '{problem}'),
  serverNotInBin: error(1110, 422, '{name} isn’t in the Trash.', 'השרת {name} אינו באשפה.'),
  serverEngineRefused: error(1111, 422, '{problem}', '{problem}'),
  serverSizeUnavailable: error(
    1112,
    422,
    'This size isn’t available. {problem}',
    'גודל זה אינו זמין. {problem}',
  ),
  serverSnapshotLimit: error(
    1113,
    422,
    'A server can have up to {max} snapshots. Delete one first.',
    'לשרת יכולות להיות עד {max} תמונות מצב. יש למחוק אחת תחילה.',
  ),
  serverUserDataInvalid: error(
    1114,
    422,
    'The user data isn’t valid. {problem}',
    'נתוני המשתמש אינם תקינים. {problem}',
  ),
  networkAddressOfMany: error(
    2414,
    422,
    'Only one server can have the IP address {address}, but you’re creating {quantity}. Leave the address empty.',
    'רק שרת אחד יכול לקבל את כתובת ה-IP‏ {address}, אך ביקשת ליצור {quantity}. יש להשאיר את הכתובת ריקה.',
  ),
  serverLocked: error(2550, 422, '{problem}', '{problem}'),
  serverCdWrong: error(
    2551,
    422,
    'You can’t insert this image. {problem}',
    'לא ניתן להכניס תמונה זו לכונן. {problem}',
  ),
  snapshotExpiryPast: error(
    2552,
    422,
    '{given} is in the past. Choose a later date, or leave it empty.',
    'המועד {given} כבר חלף. יש לבחור מועד מאוחר יותר, או להשאיר ריק.',
  ),
  ownerSuspended: error(
    2962,
    403,
    'You can’t change {name}: its owner’s account, or the account that pays for it, is suspended. No data is lost.',
    'לא ניתן לשנות את {name}: החשבון של הבעלים, או החשבון המשלם עבורו, מושעה. הנתונים נשמרים.',
  ),
  serverDiskInSnapshot: error(2985, 422, '{problem}', '{problem}'),
  serverDisksTooLarge: error(
    2989,
    422,
    'A server with {given} GB of disks doesn’t fit in {datacenter}. Its largest host has {free} GB free and allows up to {max} GB. Choose smaller disks.',
    'שרת עם דיסקים של {given} GB אינו נכנס ב-{datacenter}. במארח הגדול ביותר {free} GB פנויים, ומותרים בו עד {max} GB. יש לבחור דיסקים קטנים יותר.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  disk: { en: 'disk', he: 'דיסק' },
  server: { en: 'server', he: 'שרת' },
  snapshot: { en: 'snapshot', he: 'תמונת מצב' },
};
