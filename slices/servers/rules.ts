import { eachLanguage, type Language, type Texts } from '../../contract/languages.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { Needed } from '../../contract/rights.ts';
import { rightTitles } from '../../contract/rightTitles.ts';
import { permissions as backupPermissions } from '../backups/permissions.ts';
import type { ObstacleCode, ServerAction } from './contract/obstacles.ts';
import { permissions } from './permissions.ts';

/** The permission that each action requires on the server. */
export const actionPermissions = {
  start: 'servers.operate',
  stop: 'servers.operate',
  reboot: 'servers.operate',
  suspend: 'servers.operate',
  resume: 'servers.operate',
  console: 'servers.operate',
  snapshot: 'servers.operate',
  resize: 'servers.configure',
  addDisk: 'servers.configure',
  addNic: 'servers.configure',
  rename: 'servers.configure',
  password: 'servers.configure',
  billing: 'servers.configure',
  clone: 'servers.create',
  terminate: 'servers.terminate',
  restore: 'servers.terminate',
  purge: 'servers.terminate',
  revert: 'servers.operate',
  lock: 'servers.configure',
  unlock: 'servers.configure',
  cd: 'servers.configure',
  backup: 'backups.manage',
  overwrite: 'backups.manage',
  transfer: 'servers.terminate',
} as const satisfies Record<ServerAction, Permission>;

/** What an action requires on the server. */
export interface Requirement {
  permission: Permission;
  right: Needed;
}

function requirementOf(action: ServerAction): Requirement {
  const permission = actionPermissions[action];
  return { permission, right: { ...permissions, ...backupPermissions }[permission].right };
}

const texts = (en: string, he: string): Texts => ({ en, he });
const mustBe = (en: string, he: string): Texts =>
  texts(`The server is {power}, but it must be ${en}.`, `השרת {power}, אך עליו להיות ${he}.`);

/**
 * Why an action isn't possible now, each as the sentence that the tooltip and the refusal both
 * show.
 */
export const obstacleTexts: Record<ObstacleCode, Texts> = {
  notAllowed: texts(
    'You don’t have access to this. It requires the permission {permission}.',
    'אין לך גישה לפעולה זו. נדרשת ההרשאה {permission}.',
  ),
  rightMissing: texts(
    'This requires the permission {right} on {name}. Its owner or an administrator can grant it.',
    'לפעולה זו נדרשת ההרשאה {right} על {name}. הבעלים או מנהל המערכת יכולים להעניק אותה.',
  ),
  lockedByParent: texts(
    'Your account is locked by its parent account, so it’s read-only. The parent account can unlock it.',
    'החשבון נעול על ידי חשבון האב ופתוח לצפייה בלבד. חשבון האב יכול לבטל את הנעילה.',
  ),
  ownerSuspended: texts(
    'You can’t change {name}: its owner’s account, or the account that pays for it, is suspended. No data is lost.',
    'לא ניתן לשנות את {name}: החשבון של הבעלים, או החשבון המשלם עבורו, מושעה. הנתונים נשמרים.',
  ),
  ownerNeedsBilling: texts(
    'You can’t change {name} until its owner’s billing profile, or that of the paying account, is approved.',
    'לא ניתן לשנות את {name} עד לאישור פרופיל החיוב של הבעלים או של החשבון המשלם.',
  ),
  creating: texts('The server is still being created.', 'השרת עדיין בהקמה.'),
  terminated: texts(
    'The server is terminated. Restore it first.',
    'השרת הופסק. יש לשחזר אותו תחילה.',
  ),
  notTerminated: texts('The server isn’t in the Trash.', 'השרת אינו באשפה.'),
  busy: texts(
    'The server is busy with task {cmdId}. Wait until it finishes.',
    'השרת עסוק במשימה {cmdId}. יש להמתין לסיומה.',
  ),
  lost: texts('The server is missing in its engine.', 'השרת חסר במנוע שלו.'),
  locked: texts('The server is locked. Unlock it first.', 'השרת נעול. יש לבטל את הנעילה תחילה.'),
  alreadyLocked: texts('The server is already locked.', 'השרת כבר נעול.'),
  notLocked: texts('The server isn’t locked.', 'השרת אינו נעול.'),
  datacenterNotReady: texts(
    'The datacenter can’t run servers right now.',
    'מרכז הנתונים אינו יכול להריץ שרתים כעת.',
  ),
  mustBeOff: mustBe('off', 'כבוי'),
  mustBeOn: mustBe('on', 'פועל'),
  mustBeSuspended: mustBe('suspended', 'מושעה'),
  mustBeOnOrSuspended: mustBe('on or suspended', 'פועל או מושעה'),
  mustBeOnOrOff: mustBe('on or off', 'פועל או כבוי'),
  offToClone: mustBe('off', 'כבוי'),
  onForConsole: mustBe('on or suspended', 'פועל או מושעה'),
  offToChange: texts(
    'Stop the server first. Its engine can change this only while the server is off.',
    'יש לכבות את השרת תחילה. המנוע שלו יכול לשנות זאת רק כשהשרת כבוי.',
  ),
  noConsole: texts(
    'The server’s engine doesn’t offer a console.',
    'המנוע של השרת אינו מציע קונסולה.',
  ),
  bootDisk: texts(
    'The first disk contains the operating system and can’t be removed.',
    'הדיסק הראשון מכיל את מערכת ההפעלה ולא ניתן להסיר אותו.',
  ),
  diskInSnapshot: texts(
    'A snapshot uses this disk. Delete the snapshots first.',
    'תמונת מצב משתמשת בדיסק זה. יש למחוק תחילה את תמונות המצב.',
  ),
  lastInterface: texts(
    'A server must have at least one network interface.',
    'לשרת חייב להיות ממשק רשת אחד לפחות.',
  ),
  connected: texts('The interface is connected.', 'הממשק מחובר.'),
  disconnected: texts('The interface isn’t connected.', 'הממשק אינו מחובר.'),
};

const powerTexts = {
  on: texts('on', 'פועל'),
  off: texts('off', 'כבוי'),
  suspended: texts('suspended', 'מושעה'),
};

/** What the sentences say about a server; an item of the list has all of it. */
export interface ObstacleSubject {
  name: string;
  power: keyof typeof powerTexts;
  task: { cmdId: number } | null;
  lock: { by: string; reason: string } | null;
}

/**
 * The whole sentence of an obstacle, in every language. `required`: what the action requires.
 */
export const obstacleSentence = (
  code: ObstacleCode,
  subject: ObstacleSubject,
  required: Requirement,
): Texts =>
  eachLanguage((language) => {
    const values = valuesIn(language, subject, required);
    const sentence = code === 'locked' ? lockedSentence(subject) : obstacleTexts[code];
    return sentence[language].replace(/\{(\w+)\}/g, (_whole, key: string) => values[key] ?? '');
  });

/** Says who locked the server and why, as far as both are known. */
function lockedSentence({ lock }: ObstacleSubject): Texts {
  if (lock?.by && lock.reason)
    return texts(
      'The server was locked by {by}, with the reason "{reason}". Unlock it first.',
      'השרת ננעל על ידי {by}, מהסיבה "{reason}". יש לבטל את הנעילה תחילה.',
    );
  if (lock?.by)
    return texts(
      'The server was locked by {by}. Unlock it first.',
      'השרת ננעל על ידי {by}. יש לבטל את הנעילה תחילה.',
    );
  if (lock?.reason)
    return texts(
      'The server is locked, with the reason "{reason}". Unlock it first.',
      'השרת נעול, מהסיבה "{reason}". יש לבטל את הנעילה תחילה.',
    );
  return obstacleTexts.locked;
}

function valuesIn(
  language: Language,
  { name, power, task, lock }: ObstacleSubject,
  { permission, right }: Requirement,
): Record<string, string> {
  return {
    ...{ name, permission, right: rightTitles[right][language] },
    ...{ power: powerTexts[power][language], cmdId: String(task?.cmdId ?? '') },
    ...{ by: lock?.by ?? '', reason: lock?.reason ?? '' },
  };
}

/** A server as lists show it. */
export type ObstructedServer = ObstacleSubject & {
  obstacles: Partial<Record<ServerAction, ObstacleCode>>;
};

/** Why the action isn't possible with a listed server now, as a sentence; null when it is. */
export function reasonAgainstListed(
  action: ServerAction,
  server: ObstructedServer,
  language: Language,
): string | null {
  const code = server.obstacles[action];
  return code === undefined
    ? null
    : obstacleSentence(code, server, requirementOf(action))[language];
}
