import type { Language } from '../../../contract/languages.ts';
import { rightTitles } from '../../../contract/rightTitles.ts';
import { roleTitles } from '../../../contract/roleTitles.ts';
import type { Person } from '../../../server/platform/access/actors.ts';
import type { DecidingRule, Decision } from '../../../server/platform/access/decide.ts';
import type { Texts } from '../../../server/platform/tasks/task.ts';

const text = (en: string, he: string): Texts => ({ en, he });

interface Values {
  who: string;
  permission: string;
  name: string;
  right: string;
  role: string;
  site: string;
  agreement: string;
}

const sentences: Record<DecidingRule, (values: Values) => Texts> = {
  public: () =>
    text('Everyone can do this, even without signing in.', 'כולם יכולים לבצע זאת, גם ללא כניסה.'),
  signedIn: ({ who }) =>
    text(
      `${who}: allowed. This is open to all signed-in users.`,
      `${who}: מותר. הפעולה פתוחה לכל המשתמשים המחוברים.`,
    ),
  accountDeleted: ({ who }) =>
    text(`${who}: not allowed. The account was deleted.`, `${who}: אסור. החשבון נמחק.`),
  accountDisabled: ({ who }) =>
    text(`${who}: not allowed. The account is disabled.`, `${who}: אסור. החשבון מושבת.`),
  accountSuspended: ({ who }) =>
    text(
      `${who}: not allowed. The account is suspended and read-only.`,
      `${who}: אסור. החשבון מושעה ופתוח לצפייה בלבד.`,
    ),
  accountNeedsBilling: ({ who }) =>
    text(
      `${who}: not allowed. The account’s billing profile must be approved first.`,
      `${who}: אסור. יש לאשר תחילה את פרופיל החיוב של החשבון.`,
    ),
  orderNeedsBilling: ({ who }) =>
    text(
      `${who}: not allowed. The account can’t order until its billing profile is approved. Existing services keep running.`,
      `${who}: אסור. לא ניתן להזמין עד לאישור פרופיל החיוב של החשבון. השירותים הקיימים ממשיכים לפעול.`,
    ),
  parentSuspended: ({ who }) =>
    text(
      `${who}: not allowed. The parent account that pays for it is suspended, so both accounts are read-only.`,
      `${who}: אסור. חשבון האב המשלם עבורו מושעה, ולכן שני החשבונות פתוחים לצפייה בלבד.`,
    ),
  parentNeedsBilling: ({ who }) =>
    text(
      `${who}: not allowed. The billing profile of the parent account that pays for it must be approved first.`,
      `${who}: אסור. יש לאשר תחילה את פרופיל החיוב של חשבון האב המשלם עבורו.`,
    ),
  ownerSuspended: ({ who, name }) =>
    text(
      `${who}: not allowed. The account that owns ${name}, or the account that pays for it, is suspended, so it’s read-only.`,
      `${who}: אסור. החשבון שבבעלותו ${name}, או החשבון המשלם עבורו, מושעה, ולכן הצפייה בלבד מותרת.`,
    ),
  ownerNeedsBilling: ({ who, name }) =>
    text(
      `${who}: not allowed. The billing profile of the account that owns ${name}, or of the account that pays for it, must be approved first.`,
      `${who}: אסור. יש לאשר תחילה את פרופיל החיוב של החשבון שבבעלותו ${name}, או של החשבון המשלם עבורו.`,
    ),
  siteSuspended: ({ who, site }) =>
    text(
      `${who}: not allowed. The site ${site} is suspended.`,
      `${who}: אסור. האתר ${site} מושעה.`,
    ),
  emailNotValidated: ({ who }) =>
    text(
      `${who}: not allowed. The email address isn’t verified yet.`,
      `${who}: אסור. כתובת הדוא"ל עדיין לא אומתה.`,
    ),
  roleLacks: ({ who, role, permission }) =>
    text(
      `${who}: not allowed. The role ${role} doesn’t have the permission ${permission}.`,
      `${who}: אסור. לתפקיד ${role} אין ההרשאה ${permission}.`,
    ),
  roleHolds: ({ who, role, permission }) =>
    text(
      `${who}: allowed. The role ${role} has the permission ${permission}. The object’s state can still prevent the action.`,
      `${who}: מותר. לתפקיד ${role} יש ההרשאה ${permission}. מצב הפריט עדיין עשוי למנוע את הפעולה.`,
    ),
  lockedByParent: ({ who }) =>
    text(
      `${who}: not allowed. The account is locked by its parent account and read-only.`,
      `${who}: אסור. החשבון נעול על ידי חשבון האב ופתוח לצפייה בלבד.`,
    ),
  agreementNotSigned: ({ who, agreement }) =>
    text(
      `${who}: not allowed. The agreement "${agreement}" must be signed first.`,
      `${who}: אסור. יש לחתום תחילה על ההסכם "${agreement}".`,
    ),
  objectUnknown: ({ who }) =>
    text(
      `${who}: not allowed. The object doesn’t exist or isn’t accessible. The portal answers the same in both cases.`,
      `${who}: אסור. הפריט אינו קיים או אינו נגיש. הפורטל עונה אותו דבר בשני המקרים.`,
    ),
  rightMissing: ({ who, name, right }) =>
    text(
      `${who}: not allowed. ${name} is visible, but this requires the permission "${right}" on it.`,
      `${who}: אסור. ${name} גלוי, אך נדרשת עליו ההרשאה "${right}".`,
    ),
  rightsNotHeld: ({ who, name }) =>
    text(
      `${who} can’t do this: ${name} has rights that ${who} doesn’t have.`,
      `ל-${who} אין הרשאה לכך: ל-${name} הרשאות שאין ל-${who}.`,
    ),
  root: ({ who }) =>
    text(
      `${who}: allowed. The portal operator can do everything.`,
      `${who}: מותר. מפעיל הפורטל יכול לבצע הכול.`,
    ),
  siteTree: ({ who, name }) =>
    text(
      `${who}: allowed. ${name} belongs to the administrator’s site or one of its sub-sites.`,
      `${who}: מותר. ${name} שייך לאתר של המנהל או לאחד מאתרי המשנה שלו.`,
    ),
  owner: ({ who, name }) =>
    text(`${who}: allowed. The account owns ${name}.`, `${who}: מותר. ${name} בבעלות החשבון.`),
  parent: ({ who, name }) =>
    text(
      `${who}: allowed. A sub-account owns ${name}.`,
      `${who}: מותר. ${name} בבעלות חשבון משנה.`,
    ),
  groupRight: ({ who, name }) =>
    text(
      `${who}: allowed. A group grants the permission on ${name}.`,
      `${who}: מותר. קבוצה מעניקה את ההרשאה על ${name}.`,
    ),
};

/** The answer as text. */
export function ruleText(
  decision: Decision,
  about: { person: Person; permission: string; language: Language },
): string {
  const { person, permission, language } = about;
  const values: Values = {
    who: person.actor.email,
    permission,
    name: decision.object?.name ?? '',
    right: decision.needed ? rightTitles[decision.needed][language] : '',
    role: roleTitles[person.actor.role][language],
    site: person.siteName,
    agreement: decision.agreement ?? '',
  };
  return sentences[decision.rule](values)[language];
}

/** Additional requirements for all callers. */
export const proofText = text(
  'Identity confirmation within the last five minutes is required.',
  'נדרש אימות זהות מחמש הדקות האחרונות.',
);

/** Additional restrictions of an allowed operation. */
export const exceptionTexts = {
  dearer: (reason: string) =>
    text(
      `Except changes that increase its cost: ${reason}`,
      `מלבד שינויים שמעלים את העלות: ${reason}`,
    ),
  field: (field: string, why: string) =>
    text(`Except the field ${field}: ${why}`, `מלבד השדה ${field}: ${why}`),
};

/** How an authorized user would change it. */
export const ways = {
  enable: text('Can enable the account', 'יכול להפעיל את החשבון'),
  restore: text(
    'Can create a new account. A deleted one can’t be restored',
    'יכול ליצור חשבון חדש. חשבון שנמחק אינו ניתן לשחזור',
  ),
  resume: text('Can resume the account', 'יכול לבטל את השעיית החשבון'),
  settleBilling: text('Can approve the billing profile', 'יכול לאשר את פרופיל החיוב'),
  resumeSite: text('Can resume the site', 'יכול לבטל את השעיית האתר'),
  validate: text(
    'Can open the emailed link or request another one',
    'יכול לפתוח את הקישור שנשלח בדוא"ל או לבקש קישור נוסף',
  ),
  changeField: text('Can change this field', 'יכול לשנות שדה זה'),
  role: text('Can change the account’s role', 'יכול לשנות את תפקיד החשבון'),
  sign: text('Can read and sign the agreement', 'יכול לקרוא את ההסכם ולחתום עליו'),
  unlock: text('Can lock and unlock the account', 'יכול לנעול את החשבון ולבטל את הנעילה'),
  give: text('Can grant the permission through a group', 'יכול להעניק את ההרשאה באמצעות קבוצה'),
  take: text('Can change the group’s permissions', 'יכול לשנות את הרשאות הקבוצה'),
  move: text('Can move it to another account', 'יכול להעביר אותו לחשבון אחר'),
};
