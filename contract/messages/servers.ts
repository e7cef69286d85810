import { type Messages, message } from './message.ts';

/** Of servers, their snapshots, schedules, backups and transfers. */
export const serversMessages = {
  serverWrongState: message(422, '{problem}', '{problem}'),
  serverBusy: message(409, '{name} is busy with task {cmdId}. Wait until it ends.', 'השרת {name} עסוק במשימה {cmdId}. יש להמתין לסיומה.'),
  serverNameTaken: message(409, 'You already have a server named {name}.', 'כבר קיים אצלך שרת בשם {name}.'),
  serverLimit: message(
    422,
    'At most {max} servers can be created at once; {given} were asked for.',
    'ניתן ליצור לכל היותר {max} שרתים בבת אחת; התבקשו {given}.',
  ),
  serverDiskSmallerThanImage: message(
    422,
    'The first disk must have at least {min} GB for the image {image}.',
    'הדיסק הראשון חייב להיות לפחות {min} GB עבור הדימוי {image}.',
  ),
  serverDiskShrink: message(
    422,
    'A disk can only grow: it has {current} GB, {given} GB was asked for.',
    'דיסק יכול רק לגדול: יש בו {current} GB, התבקשו {given} GB.',
  ),
  serverBootDisk: message(
    422,
    'The first disk holds the operating system and cannot be removed.',
    'הדיסק הראשון מכיל את מערכת ההפעלה ולא ניתן להסירו.',
  ),
  serverNicLimit: message(
    422,
    'A server has at most {max} network interfaces and at least one.',
    'לשרת לכל היותר {max} ממשקי רשת ולפחות אחד.',
  ),
  serverPasswordRequired: message(
    422,
    'A password or an SSH key is needed to sign in to the new server.',
    'נדרשת סיסמה או מפתח SSH כדי להיכנס לשרת החדש.',
  ),
  serverMustBeOff: message(422, '{problem}', '{problem}'),
  serverLocked: message(422, '{problem}', '{problem}'),
  serverDisksTooLarge: message(
    422,
    '{given} GB of disks for one server fit nowhere in {datacenter}: its largest host has {free} GB free, on which at most {max} GB may be promised. Choose smaller disks.',
    'דיסקים של {given} GB לשרת אחד אינם נכנסים בשום מקום ב-{datacenter}: במארח הגדול ביותר {free} GB פנויים, שעליהם ניתן להבטיח לכל היותר {max} GB. יש לבחור דיסקים קטנים יותר.',
  ),
  serverDiskInSnapshot: message(422, '{problem}', '{problem}'),
  serverCdWrong: message(422, 'This cannot be put into the drive: {problem}', 'לא ניתן להכניס זאת לכונן: {problem}'),
  snapshotExpiryPast: message(
    422,
    '{given} has passed already. Give a moment that lies ahead, or none.',
    'המועד {given} כבר חלף. יש לתת מועד עתידי, או לא לתת כלל.',
  ),
  scheduleTimesWrong: message(422, 'These times cannot be used: {problem}', 'לא ניתן להשתמש במועדים אלה: {problem}'),
  scheduleLimit: message(
    422,
    'There are {max} schedules already, the most there can be. Delete one first.',
    'יש כבר {max} תזמונים, המספר המרבי. יש למחוק אחד תחילה.',
  ),
  scheduleNotTroubled: message(422, 'Nothing went wrong with {name} that nobody knows of.', 'אין בתזמון {name} תקלה שאינה ידועה.'),
  backupNotOn: message(
    422,
    '{name} is not backed up. Switch its backup on first.',
    'לשרת {name} אין גיבוי. יש להפעיל תחילה את הגיבוי שלו.',
  ),
  backupNotReady: message(422, 'This backup cannot be used: {problem}', 'לא ניתן להשתמש בגיבוי זה: {problem}'),
  backupDisksDiffer: message(
    422,
    'The disks of {name} are not those of the backup: {problem} Restore it to a new server instead.',
    'הדיסקים של {name} אינם אלה שבגיבוי: {problem} אפשר לשחזר לשרת חדש במקום זאת.',
  ),
  backupLimit: message(
    422,
    '{name} has {max} backups made by hand, the most there can be. Delete one first.',
    'לשרת {name} יש {max} גיבויים ידניים, המספר המרבי. יש למחוק אחד תחילה.',
  ),
  transferRefused: message(422, 'The server cannot be given away: {problem}', 'לא ניתן להעביר את השרת: {problem}'),
  transferEnded: message(409, 'This offer is no longer open: it was {state}.', 'הצעה זו אינה פתוחה עוד: היא {state}.'),
  serverNotInBin: message(422, '{name} is not in the bin.', 'השרת {name} אינו בסל.'),
  serverEngineRefused: message(422, '{problem}', '{problem}'),
  serverSizeUnavailable: message(422, 'This size is not offered here: {problem}', 'גודל זה אינו מוצע כאן: {problem}'),
  serverSnapshotLimit: message(
    422,
    'A server has at most {max} snapshots. Delete one first.',
    'לשרת לכל היותר {max} תמונות מצב. יש למחוק אחת תחילה.',
  ),
  serverUserDataInvalid: message(422, 'The user data is not valid: {problem}', 'נתוני המשתמש אינם תקינים: {problem}'),
} satisfies Messages;
