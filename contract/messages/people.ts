import { type Messages, message } from './message.ts';

/** Users, groups, accounts and rights. */
export const peopleMessages = {
  userAboveYou: message(
    403,
    'You can’t change {email} because this account has permissions that you don’t have.',
    'לא ניתן לשנות את {email}, כי לחשבון זה יש הרשאות שאין לך.',
  ),
  userActionRefused: message(
    422,
    'This action isn’t available for {email}. {problem}',
    'פעולה זו אינה זמינה עבור {email}. {problem}',
  ),
  roleRefused: message(
    422,
    'You can’t assign the role {role}. {problem}',
    'לא ניתן להקצות את התפקיד {role}. {problem}',
  ),
  parentRefused: message(
    422,
    'This account can’t be the parent account. {problem}',
    'חשבון זה אינו יכול להיות חשבון אב. {problem}',
  ),
  moveRefused: message(
    422,
    'You can’t move {email} there. {problem}',
    'לא ניתן להעביר לשם את {email}. {problem}',
  ),
  userOwnsServices: message(
    422,
    '{email} still owns {servers}. Transfer or terminate them first.',
    'בבעלות {email} עדיין {servers}. יש להעביר או לסיים אותם תחילה.',
  ),
  userHasChildren: message(
    422,
    '{email} has sub-accounts: {children}. Move or delete them first.',
    'ל-{email} יש חשבונות משנה: {children}. יש להעביר או למחוק אותם תחילה.',
  ),
  inviteListRefused: message(
    422,
    'We couldn’t read this list. {problem}',
    'לא ניתן לקרוא את הרשימה. {problem}',
  ),
  accountSuspended: message(
    403,
    'This account is suspended ({state}), so you can’t change anything. Your data is safe. Contact your provider.',
    'החשבון מושעה ({state}), ולכן לא ניתן לבצע בו שינויים. הנתונים נשמרים. יש לפנות לספק.',
  ),
  accountNeedsBilling: message(
    403,
    'You can’t make changes until your billing profile is approved. Its status is {state}.',
    'לא ניתן לבצע שינויים עד לאישור פרופיל החיוב. הסטטוס שלו: {state}.',
  ),
  orderNeedsBilling: message(
    403,
    'You can’t place orders until your billing profile is approved. Its status is {state}. Existing services keep running.',
    'לא ניתן להזמין עד לאישור פרופיל החיוב. הסטטוס שלו: {state}. השירותים הקיימים ממשיכים לפעול.',
  ),
  parentSuspended: message(
    403,
    'The parent account that pays for you is suspended ({state}), so you can’t change anything. Your data is safe. The parent account can contact the provider.',
    'חשבון האב המשלם עבורך מושעה ({state}), ולכן לא ניתן לבצע שינויים. הנתונים נשמרים. חשבון האב יכול לפנות לספק.',
  ),
  parentNeedsBilling: message(
    403,
    'This isn’t possible until the parent account’s billing profile is approved. Its status is {state}.',
    'הפעולה אינה אפשרית עד לאישור פרופיל החיוב של חשבון האב. הסטטוס שלו: {state}.',
  ),
  ownerSuspended: message(
    403,
    'You can’t change {name}: its owner’s account, or the account that pays for it, is suspended. No data is lost.',
    'לא ניתן לשנות את {name}: החשבון של הבעלים, או החשבון המשלם עבורו, מושעה. הנתונים נשמרים.',
  ),
  ownerNeedsBilling: message(
    403,
    'You can’t change {name} until its owner’s billing profile, or that of the paying account, is approved.',
    'לא ניתן לשנות את {name} עד לאישור פרופיל החיוב של הבעלים או של החשבון המשלם.',
  ),
  actForRefused: message(
    403,
    'You can’t act for {email}. {problem}',
    'לא ניתן לפעול בשם {email}. {problem}',
  ),
  stateRefused: message(
    422,
    'The state of {email} can’t be changed. {problem}',
    'לא ניתן לשנות את המצב של {email}. {problem}',
  ),
  batchRefused: message(
    422,
    'This batch can’t run. {problem}',
    'לא ניתן להריץ את הפעולה המרוכזת. {problem}',
  ),
  emailChangeRefused: message(
    422,
    'This account’s email address can’t be changed. {problem}',
    'לא ניתן לשנות את כתובת הדוא"ל של החשבון. {problem}',
  ),
  migrateRefused: message(
    422,
    'These services can’t be moved. {problem}',
    'לא ניתן להעביר את השירותים האלה. {problem}',
  ),
  rightMissing: message(
    403,
    'This requires the permission {right} on {name}. Its owner or an administrator can grant it.',
    'לפעולה זו נדרשת ההרשאה {right} על {name}. הבעלים או מנהל המערכת יכולים להעניק אותה.',
  ),
  fieldNotAllowed: message(
    403,
    'Your changes weren’t saved. {field} can be changed by: {who}. {why}',
    'רק {who} יכולים לשנות את {field}, ולכן השינויים לא נשמרו. {why}',
  ),
  lockedByParent: message(
    403,
    'Your account is locked by its parent account, so it’s read-only. The parent account can unlock it.',
    'החשבון נעול על ידי חשבון האב ופתוח לצפייה בלבד. חשבון האב יכול לבטל את הנעילה.',
  ),
  groupNameTaken: message(
    409,
    'A group named {name} already exists. Choose another name.',
    'כבר קיימת קבוצה בשם {name}. יש לבחור שם אחר.',
  ),
  groupNotForChild: message(
    422,
    'Sub-accounts can’t have their own groups. Ask the parent account to create one.',
    'לחשבון משנה לא יכולות להיות קבוצות משלו. אפשר לבקש מחשבון האב ליצור קבוצה.',
  ),
  groupMemberRefused: message(
    422,
    'You can’t add {user} to this group. {problem}',
    'לא ניתן להוסיף את {user} לקבוצה זו. {problem}',
  ),
  grantRefused: message(
    422,
    'You can’t grant this permission. {problem}',
    'לא ניתן להעניק הרשאה זו. {problem}',
  ),
} satisfies Messages;
