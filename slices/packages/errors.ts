import { error } from '../../contract/declaredError.ts';

export const errors = {
  serviceletFailed: error(2650, 422, 'The script failed. {problem}', 'הסקריפט נכשל. {problem}'),
  serviceletQueueFull: error(
    2651,
    409,
    '{name} has {max} scripts in the queue. Wait until some of them finish.',
    'בתור של {name} יש {max} סקריפטים. יש להמתין עד שחלקם יסתיימו.',
  ),
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
  policyNameTaken: error(
    2661,
    409,
    'This site already has a policy named {name}. Choose another name.',
    'לאתר כבר יש מדיניות בשם {name}. יש לבחור שם אחר.',
  ),
  policyInvalid: error(2662, 422, '{problem}', '{problem}'),
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
  guestAgentSilent: error(
    2950,
    422,
    'The guest agent isn’t responding. Install qemu-guest-agent on the server and wait until it starts, or run the script over SSH.',
    'סוכן האורח לא מגיב. יש להתקין בשרת את qemu-guest-agent ולהמתין עד שיעלה, או להריץ את הסקריפט ב-SSH.',
  ),
  guestSimulated: error(
    2951,
    422,
    'This server is simulated and doesn’t support SSH.',
    'שרת זה מדומה ואינו תומך ב-SSH.',
  ),
};
