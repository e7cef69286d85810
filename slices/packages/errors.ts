import { error } from '../../contract/declaredError.ts';

export const errors = {
  packageInvalid: error(
    2652,
    422,
    'This package isn’t valid. {problem}',
    'החבילה אינה תקינה. {problem}',
  ),
  packageArchiveRefused: error(
    2653,
    422,
    'We couldn’t read this archive. {problem}',
    'לא ניתן לקרוא את הארכיון. {problem}',
  ),
  packageVersionTaken: error(
    2654,
    409,
    '{package} already has a version {version} with different content. Use another version number.',
    'לחבילה {package} כבר יש גרסה {version} עם תוכן אחר. יש לבחור מספר גרסה אחר.',
  ),
  packageInUse: error(
    2655,
    409,
    '{package} is used by {count} servers, so you can’t delete it.',
    '{count} שרתים משתמשים בחבילה {package}, ולכן לא ניתן למחוק אותה.',
  ),
  packageShipped: error(
    2656,
    409,
    '{package} is built in. You can disable it for a site, but not delete it.',
    'החבילה {package} מובנית. אפשר להשבית אותה לאתר, אך לא למחוק אותה.',
  ),
  packageUnavailable: error(
    2657,
    422,
    '{package} can’t be installed. {problem}',
    'לא ניתן להתקין את {package}. {problem}',
  ),
  packageParameterInvalid: error(2658, 422, '{title}: {problem}', '{title}: {problem}'),
  packageWrongState: error(2659, 409, '{problem}', '{problem}'),
  packageSecretsGone: error(
    2660,
    409,
    'The passwords were already shown once and weren’t saved. Set new ones on the server.',
    'הסיסמאות כבר הוצגו פעם אחת ולא נשמרו. יש לקבוע סיסמאות חדשות בשרת.',
  ),
  policyMissing: error(
    2663,
    422,
    'Policy {id} was deleted or is disabled.',
    'המדיניות {id} נמחקה או הושבתה.',
  ),
  userDataTooLarge: error(
    2664,
    422,
    'The user data is {given} bytes. The limit is {max} bytes.',
    'גודל נתוני המשתמש הוא {given} בתים. המגבלה היא {max} בתים.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  application: { en: 'application', he: 'יישום' },
  package: { en: 'package', he: 'חבילה' },
  'package version': { en: 'package version', he: 'גרסת חבילה' },
};
