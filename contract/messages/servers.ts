import { type Messages, message } from './message.ts';

/** Servers, their snapshots, schedules, backups and transfers. */
export const serversMessages = {
  serverWrongState: message(422, '{problem}', '{problem}'),
  serverBusy: message(
    409,
    '{name} is busy with task {cmdId}. Wait until it finishes.',
    'השרת {name} עסוק במשימה {cmdId}. יש להמתין לסיומה.',
  ),
  serverNameTaken: message(
    409,
    'You already have a server named {name}. Choose another name.',
    'כבר יש לך שרת בשם {name}. יש לבחור שם אחר.',
  ),
  serverLimit: message(
    422,
    'You can create up to {max} servers at once. You requested {given}.',
    'אפשר ליצור עד {max} שרתים בבת אחת. ביקשת {given}.',
  ),
  serverDiskSmallerThanImage: message(
    422,
    'The first disk must be at least {min} GB for the image {image}.',
    'הדיסק הראשון חייב להיות לפחות {min} GB עבור התמונה {image}.',
  ),
  serverDiskShrink: message(
    422,
    'Disks can only grow. This one is {current} GB, and you entered {given} GB.',
    'דיסק יכול רק לגדול. גודלו {current} GB, והוזן {given} GB.',
  ),
  serverBootDisk: message(
    422,
    'The first disk contains the operating system and can’t be removed.',
    'הדיסק הראשון מכיל את מערכת ההפעלה ולא ניתן להסיר אותו.',
  ),
  serverNicLimit: message(
    422,
    'A server must have one to {max} network interfaces.',
    'לשרת חייבים להיות בין ממשק רשת אחד ל-{max}.',
  ),
  serverPasswordRequired: message(
    422,
    'Enter a password or an SSH key for the new server.',
    'יש להזין סיסמה או מפתח SSH לשרת החדש.',
  ),
  serverMustBeOff: message(422, '{problem}', '{problem}'),
  serverLocked: message(422, '{problem}', '{problem}'),
  serverDisksTooLarge: message(
    422,
    'A server with {given} GB of disks doesn’t fit in {datacenter}. Its largest host has {free} GB free and allows up to {max} GB. Choose smaller disks.',
    'שרת עם דיסקים של {given} GB אינו נכנס ב-{datacenter}. במארח הגדול ביותר {free} GB פנויים, ומותרים בו עד {max} GB. יש לבחור דיסקים קטנים יותר.',
  ),
  serverDiskInSnapshot: message(422, '{problem}', '{problem}'),
  serverCdWrong: message(
    422,
    'You can’t insert this image. {problem}',
    'לא ניתן להכניס תמונה זו לכונן. {problem}',
  ),
  snapshotExpiryPast: message(
    422,
    '{given} is in the past. Choose a later date, or leave it empty.',
    'המועד {given} כבר חלף. יש לבחור מועד מאוחר יותר, או להשאיר ריק.',
  ),
  scheduleTimesWrong: message(
    422,
    'These times aren’t valid. {problem}',
    'המועדים אינם תקינים. {problem}',
  ),
  scheduleLimit: message(
    422,
    'You’ve reached the limit of {max} schedules. Delete one first.',
    'הגעת למכסה של {max} תזמונים. יש למחוק אחד תחילה.',
  ),
  scheduleNotTroubled: message(
    422,
    'The schedule {name} has no failed run to acknowledge.',
    'לתזמון {name} אין הרצה שנכשלה הממתינה לאישור.',
  ),
  backupNotOn: message(
    422,
    'Backup is off for {name}. Turn it on first.',
    'הגיבוי של {name} כבוי. יש להפעיל אותו תחילה.',
  ),
  backupNotReady: message(
    422,
    'You can’t use this backup. {problem}',
    'לא ניתן להשתמש בגיבוי זה. {problem}',
  ),
  backupDisksDiffer: message(
    422,
    'The disks of {name} don’t match the backup. {problem} Restore it to a new server instead.',
    'הדיסקים של {name} אינם תואמים לגיבוי. {problem} אפשר לשחזר לשרת חדש.',
  ),
  backupLimit: message(
    422,
    '{name} has reached its limit of {max} manual backups. Delete one to create another.',
    '{name} הגיע למכסה של {max} גיבויים ידניים. יש למחוק גיבוי כדי ליצור חדש.',
  ),
  transferRefused: message(
    422,
    'You can’t transfer this server. {problem}',
    'לא ניתן להעביר את השרת. {problem}',
  ),
  transferEnded: message(
    409,
    'This transfer is no longer open. It was {state}.',
    'ההעברה אינה פתוחה יותר. היא {state}.',
  ),
  serverNotInBin: message(422, '{name} isn’t in the Trash.', 'השרת {name} אינו באשפה.'),
  serverEngineRefused: message(422, '{problem}', '{problem}'),
  serverSizeUnavailable: message(
    422,
    'This size isn’t available. {problem}',
    'גודל זה אינו זמין. {problem}',
  ),
  serverSnapshotLimit: message(
    422,
    'A server can have up to {max} snapshots. Delete one first.',
    'לשרת יכולות להיות עד {max} תמונות מצב. יש למחוק אחת תחילה.',
  ),
  serverUserDataInvalid: message(
    422,
    'The user data isn’t valid. {problem}',
    'נתוני המשתמש אינם תקינים. {problem}',
  ),
} satisfies Messages;
