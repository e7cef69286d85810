import type { Language } from '../../../contract/languages.ts';
import { rightTitles } from '../../../contract/messages/things.ts';
import { roleTitles } from '../../../contract/titles/roles.ts';
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
  public: () => text('Anybody may do this, also without signing in.', 'כל אחד רשאי לעשות זאת, גם ללא כניסה.'),
  signedIn: ({ who }) => text(`${who} may: it is open to everybody who is signed in.`, `${who} רשאי: הפעולה פתוחה לכל מי שנכנס.`),
  accountDeleted: ({ who }) => text(`${who} may not: the account was deleted.`, `${who} אינו רשאי: החשבון נמחק.`),
  accountDisabled: ({ who }) =>
    text(`${who} may not: the account is disabled, nobody can sign in with it.`, `${who} אינו רשאי: החשבון מושבת ולא ניתן להיכנס איתו.`),
  accountSuspended: ({ who }) =>
    text(
      `${who} may not: the account is suspended. It sees everything and changes nothing.`,
      `${who} אינו רשאי: החשבון מושהה. ניתן לצפות בכול ולא לשנות דבר.`,
    ),
  accountNeedsBilling: ({ who }) =>
    text(
      `${who} may not: the billing profile of the account must be put in order first.`,
      `${who} אינו רשאי: יש להסדיר תחילה את פרופיל החיוב של החשבון.`,
    ),
  orderNeedsBilling: ({ who }) =>
    text(
      `${who} may not: nothing new can be ordered before the billing profile of the account is in order. What is there goes on.`,
      `${who} אינו רשאי: לא ניתן להזמין דבר חדש לפני הסדרת פרופיל החיוב של החשבון. מה שקיים ממשיך.`,
    ),
  parentSuspended: ({ who }) =>
    text(
      `${who} may not: its parent account, which pays for it, is suspended. Both see everything and change nothing.`,
      `${who} אינו רשאי: חשבון האב, המשלם עבורו, מושהה. שניהם יכולים לצפות בכול ולא לשנות דבר.`,
    ),
  parentNeedsBilling: ({ who }) =>
    text(
      `${who} may not: the billing profile of its parent account, which pays for it, must be put in order first.`,
      `${who} אינו רשאי: יש להסדיר תחילה את פרופיל החיוב של חשבון האב, המשלם עבורו.`,
    ),
  ownerSuspended: ({ who, name }) =>
    text(
      `${who} may not: the account that ${name} belongs to, or the one that pays for it, is suspended. It can be seen, and not changed.`,
      `${who} אינו רשאי: החשבון ש-${name} שייך לו, או החשבון המשלם עבורו, מושהה. ניתן לצפות בו ולא לשנותו.`,
    ),
  ownerNeedsBilling: ({ who, name }) =>
    text(
      `${who} may not: the billing profile of the account that ${name} belongs to, or of the one that pays for it, must be put in order first.`,
      `${who} אינו רשאי: יש להסדיר תחילה את פרופיל החיוב של החשבון ש-${name} שייך לו, או של החשבון המשלם עבורו.`,
    ),
  siteSuspended: ({ who, site }) => text(`${who} may not: the site ${site} is suspended.`, `${who} אינו רשאי: האתר ${site} מושעה.`),
  emailNotValidated: ({ who }) =>
    text(`${who} may not: the e-mail address was not confirmed yet.`, `${who} אינו רשאי: כתובת הדוא"ל טרם אומתה.`),
  roleLacks: ({ who, role, permission }) =>
    text(
      `${who} may not: the role ${role} does not hold the permission ${permission}.`,
      `${who} אינו רשאי: התפקיד ${role} אינו כולל את ההרשאה ${permission}.`,
    ),
  roleHolds: ({ who, role, permission }) =>
    text(
      `${who} may: the role ${role} holds the permission ${permission}. What it is used on can still refuse for reasons of its own.`,
      `${who} רשאי: התפקיד ${role} כולל את ההרשאה ${permission}. הפריט שעליו תופעל הפעולה עדיין עשוי לסרב מסיבות משלו.`,
    ),
  lockedByParent: ({ who }) =>
    text(
      `${who} may not: the account is locked by its parent account. It sees everything and changes nothing.`,
      `${who} אינו רשאי: החשבון נעול על ידי חשבון האב. ניתן לצפות בכול ולא לשנות דבר.`,
    ),
  agreementNotSigned: ({ who, agreement }) =>
    text(`${who} may not: the agreement "${agreement}" must be signed first.`, `${who} אינו רשאי: יש לחתום תחילה על ההסכם "${agreement}".`),
  objectUnknown: ({ who }) =>
    text(
      `${who} may not: there is no such thing, or it belongs to somebody else. The portal answers as if it did not exist.`,
      `${who} אינו רשאי: הפריט אינו קיים, או ששייך לאחר. הפורטל עונה כאילו אינו קיים.`,
    ),
  rightMissing: ({ who, name, right }) =>
    text(
      `${who} may see ${name}, but this needs the right "${right}" on it.`,
      `${who} רשאי לצפות ב-${name}, אך נדרשת עליו ההרשאה "${right}".`,
    ),
  rightsNotHeld: ({ who, name }) =>
    text(`${who} can’t do this: ${name} has rights that ${who} doesn’t have.`, `ל-${who} אין הרשאה לכך: ל-${name} הרשאות שאין ל-${who}.`),
  root: ({ who }) => text(`${who} may: the operator of the portal may do everything.`, `${who} רשאי: מפעיל הפורטל רשאי לעשות הכול.`),
  siteTree: ({ who, name }) =>
    text(
      `${who} may: ${name} belongs to the site that this administrator looks after, or to one below it.`,
      `${who} רשאי: ${name} שייך לאתר שבניהולו או לאתר שמתחתיו.`,
    ),
  owner: ({ who, name }) => text(`${who} may: ${name} is its own.`, `${who} רשאי: ${name} בבעלותו.`),
  parent: ({ who, name }) =>
    text(`${who} may: ${name} belongs to one of its child accounts.`, `${who} רשאי: ${name} שייך לאחד מחשבונות הבן שלו.`),
  groupRight: ({ who, name }) =>
    text(`${who} may: a group gives it the right on ${name}.`, `${who} רשאי: קבוצה מעניקה לו את ההרשאה על ${name}.`),
};

/** The answer in words. */
export function ruleText(decision: Decision, about: { person: Person; permission: string; language: Language }): string {
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

/** What is asked for besides, whoever it is. */
export const proofText = text(
  'It asks for a fresh passkey or code, not older than five minutes.',
  'נדרש אימות זהות טרי, במפתח גישה או בקוד, מחמש הדקות האחרונות.',
);

/** What somebody may not do of what else it may. */
export const exceptionTexts = {
  dearer: (reason: string) => text(`Except what makes it cost more: ${reason}`, `מלבד מה שמייקר: ${reason}`),
  field: (field: string, why: string) => text(`Except the field ${field}: ${why}`, `מלבד השדה ${field}: ${why}`),
};

/** How whoever can change it would do so. */
export const ways = {
  enable: text('can enable the account', 'יכול להפעיל את החשבון'),
  restore: text('can make a new account; a deleted one does not come back', 'יכול ליצור חשבון חדש; חשבון שנמחק אינו חוזר'),
  resume: text('can resume the account', 'יכול לשחרר את החשבון מהשהיה'),
  settleBilling: text('can put the billing profile in order', 'יכול להסדיר את פרופיל החיוב'),
  resumeSite: text('can resume the site', 'יכול לחדש את פעילות האתר'),
  validate: text('can open the link that was sent by e-mail, or ask for another', 'יכול לפתוח את הקישור שנשלח בדוא"ל או לבקש קישור נוסף'),
  changeField: text('can change that field', 'יכול לשנות שדה זה'),
  role: text('can give the account another role', 'יכול לתת לחשבון תפקיד אחר'),
  sign: text('can read and sign the agreement', 'יכול לקרוא את ההסכם ולחתום עליו'),
  unlock: text('can lock and unlock the account', 'יכול לנעול ולשחרר את החשבון'),
  give: text('can give the right through a group', 'יכול להעניק את ההרשאה באמצעות קבוצה'),
  take: text('can change what the group gives', 'יכול לשנות את מה שהקבוצה מעניקה'),
  move: text('can move it to another account', 'יכול להעביר אותו לחשבון אחר'),
};
