import { error } from '../../contract/declaredError.ts';

export const errors = {
  groupNameTaken: error(
    2002,
    409,
    'A group named {name} already exists. Choose another name.',
    'כבר קיימת קבוצה בשם {name}. יש לבחור שם אחר.',
  ),
  groupNotForChild: error(
    2003,
    422,
    'Sub-accounts can’t have their own groups. Ask the parent account to create one.',
    'לחשבון משנה לא יכולות להיות קבוצות משלו. אפשר לבקש מחשבון האב ליצור קבוצה.',
  ),
  groupMemberRefused: error(
    2004,
    422,
    'You can’t add {user} to this group. {problem}',
    'לא ניתן להוסיף את {user} לקבוצה זו. {problem}',
  ),
  grantRefused: error(
    2005,
    422,
    'You can’t grant this permission. {problem}',
    'לא ניתן להעניק הרשאה זו. {problem}',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  group: { en: 'group', he: 'קבוצה' },
  member: { en: 'member', he: 'חבר' },
  right: { en: 'permission', he: 'הרשאה' },
};
