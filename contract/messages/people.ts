import { type Messages, message } from './message.ts';

/** Of users, groups, accounts and rights. */
export const peopleMessages = {
  userAboveYou: message(
    403,
    '{email} has rights that you do not have, so you cannot change this account.',
    'ל-{email} הרשאות שאין לך, ולכן אין באפשרותך לשנות חשבון זה.',
  ),
  userActionRefused: message(422, 'This cannot be done with {email}: {problem}', 'לא ניתן לעשות זאת עם {email}: {problem}'),
  roleRefused: message(422, 'The role {role} cannot be given: {problem}', 'לא ניתן להעניק את התפקיד {role}: {problem}'),
  parentRefused: message(422, 'This account cannot be the parent: {problem}', 'חשבון זה אינו יכול להיות חשבון אב: {problem}'),
  moveRefused: message(422, '{email} cannot be moved there: {problem}', 'לא ניתן להעביר לשם את {email}: {problem}'),
  userOwnsServices: message(
    422,
    '{email} still owns {servers}. Move them to somebody else or terminate them first.',
    'בבעלות {email} עדיין {servers}. יש להעביר אותם למישהו אחר או להפסיק אותם תחילה.',
  ),
  userHasChildren: message(
    422,
    '{email} has child accounts: {children}. Move or delete them first.',
    'ל-{email} חשבונות בן: {children}. יש להעביר או למחוק אותם תחילה.',
  ),
  inviteListRefused: message(422, 'This list cannot be used: {problem}', 'לא ניתן להשתמש ברשימה זו: {problem}'),
  accountSuspended: message(
    403,
    'This account is suspended ({state}), so nothing can be changed in it. Its data is kept. Ask your provider.',
    'החשבון מושהה ({state}), ולכן לא ניתן לשנות בו דבר. הנתונים נשמרים. יש לפנות לספק.',
  ),
  accountNeedsBilling: message(
    403,
    'Nothing can be changed before the billing profile is in order: {state}.',
    'לא ניתן לשנות דבר לפני הסדרת פרופיל החיוב: {state}.',
  ),
  orderNeedsBilling: message(
    403,
    'Nothing new can be ordered before the billing profile is in order: {state}. What is there goes on.',
    'לא ניתן להזמין דבר חדש לפני הסדרת פרופיל החיוב: {state}. מה שקיים ממשיך.',
  ),
  parentSuspended: message(
    403,
    'The parent account, which pays for this one, is suspended ({state}), so nothing can be changed here either. The data is kept. The parent account can ask the provider.',
    'חשבון האב, המשלם עבור חשבון זה, מושהה ({state}), ולכן גם כאן לא ניתן לשנות דבר. הנתונים נשמרים. חשבון האב יכול לפנות לספק.',
  ),
  parentNeedsBilling: message(
    403,
    'This waits until the billing profile of the parent account, which pays for this one, is in order: {state}.',
    'יש להמתין עד להסדרת פרופיל החיוב של חשבון האב, המשלם עבור חשבון זה: {state}.',
  ),
  ownerSuspended: message(
    403,
    '{name} cannot be changed: the account of its owner, or the one that pays for it, is suspended. Its data is kept.',
    'לא ניתן לשנות את {name}: החשבון של הבעלים, או החשבון המשלם עבורו, מושהה. הנתונים נשמרים.',
  ),
  ownerNeedsBilling: message(
    403,
    '{name} cannot be changed before the billing profile of its owner, or of the account that pays for it, is in order.',
    'לא ניתן לשנות את {name} לפני הסדרת פרופיל החיוב של הבעלים, או של החשבון המשלם עבורו.',
  ),
  actForRefused: message(403, 'You cannot act for {email}: {problem}', 'אין באפשרותך לפעול בשם {email}: {problem}'),
  stateRefused: message(422, '{email} stays as it is: {problem}', '{email} נשאר כפי שהוא: {problem}'),
  batchRefused: message(422, 'This batch cannot be done: {problem}', 'לא ניתן לבצע את הפעולה המרוכזת: {problem}'),
  emailChangeRefused: message(422, 'The address of this account is not changed: {problem}', 'כתובת החשבון לא הוחלפה: {problem}'),
  migrateRefused: message(422, 'These services cannot be moved: {problem}', 'לא ניתן להעביר שירותים אלה: {problem}'),
  rightMissing: message(
    403,
    'You may see {name}, but this needs the right {right} on it. Its owner or an administrator can give it to you.',
    'ניתן לצפות ב-{name}, אך לפעולה זו נדרשת ההרשאה {right} עליו. הבעלים או מנהל מערכת יכולים להעניק אותה.',
  ),
  fieldNotAllowed: message(
    403,
    'Nothing was changed: {field} is changed only by: {who}. {why}',
    'דבר לא שונה: רק הבאים רשאים לשנות את השדה {field}: {who}. {why}',
  ),
  lockedByParent: message(
    403,
    'Your account is locked by its parent account: it can see everything and change nothing. The parent account can unlock it.',
    'החשבון נעול על ידי חשבון האב: ניתן לצפות בכול ולא לשנות דבר. חשבון האב יכול לשחרר את הנעילה.',
  ),
  groupNameTaken: message(
    409,
    'There is already a group called {name} here. Choose another name.',
    'כבר קיימת כאן קבוצה בשם {name}. יש לבחור שם אחר.',
  ),
  groupNotForChild: message(
    422,
    'A child account cannot have groups of its own. Its parent account can make them.',
    'לחשבון בן לא יכולות להיות קבוצות משלו. חשבון האב יכול ליצור אותן.',
  ),
  groupMemberRefused: message(
    422,
    '{user} cannot be a member of this group: {problem}',
    'המשתמש {user} אינו יכול להיות חבר בקבוצה זו: {problem}',
  ),
  grantRefused: message(422, 'This right cannot be given: {problem}', 'לא ניתן להעניק הרשאה זו: {problem}'),
} satisfies Messages;
