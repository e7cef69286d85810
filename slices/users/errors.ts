import { error } from '../../contract/declaredError.ts';

export const errors = {
  userAboveYou: error(
    1900,
    403,
    'You can’t change {email} because this account has permissions that you don’t have.',
    'לא ניתן לשנות את {email}, כי לחשבון זה יש הרשאות שאין לך.',
  ),
  userActionRefused: error(
    1901,
    422,
    'This action isn’t available for {email}. {problem}',
    'פעולה זו אינה זמינה עבור {email}. {problem}',
  ),
  roleRefused: error(
    1902,
    422,
    'You can’t assign the role {role}. {problem}',
    'לא ניתן להקצות את התפקיד {role}. {problem}',
  ),
  parentRefused: error(
    1903,
    422,
    'This account can’t be the parent account. {problem}',
    'חשבון זה אינו יכול להיות חשבון אב. {problem}',
  ),
  moveRefused: error(
    1904,
    422,
    'You can’t move {email} there. {problem}',
    'לא ניתן להעביר לשם את {email}. {problem}',
  ),
  userOwnsServices: error(
    1905,
    422,
    '{email} still owns {servers}. Transfer or terminate them first.',
    'בבעלות {email} עדיין {servers}. יש להעביר או לסיים אותם תחילה.',
  ),
  userHasChildren: error(
    1906,
    422,
    '{email} has sub-accounts: {children}. Move or delete them first.',
    'ל-{email} יש חשבונות משנה: {children}. יש להעביר או למחוק אותם תחילה.',
  ),
  inviteListRefused: error(
    1907,
    422,
    'We couldn’t read this list. {problem}',
    'לא ניתן לקרוא את הרשימה. {problem}',
  ),
  actForRefused: error(
    1908,
    403,
    'You can’t act for {email}. {problem}',
    'לא ניתן לפעול בשם {email}. {problem}',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  user: { en: 'user', he: 'משתמש' },
};
