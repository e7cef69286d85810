import { type Messages, message } from './message.ts';

/** Packages, servicelets and cloud-init policies. */
export const packagesMessages = {
  serviceletFailed: message(422, 'The script failed. {problem}', 'הסקריפט נכשל. {problem}'),
  serviceletQueueFull: message(
    409,
    '{name} has {max} scripts in the queue. Wait until some of them finish.',
    'בתור של {name} יש {max} סקריפטים. יש להמתין עד שחלקם יסתיימו.',
  ),
  guestAgentSilent: message(
    422,
    'The guest agent isn’t responding. Install qemu-guest-agent on the server and wait until it starts, or run the script over SSH.',
    'סוכן האורח לא מגיב. יש להתקין בשרת את qemu-guest-agent ולהמתין עד שיעלה, או להריץ את הסקריפט ב-SSH.',
  ),
  guestSimulated: message(
    422,
    'This server is simulated and doesn’t support SSH.',
    'שרת זה מדומה ואינו תומך ב-SSH.',
  ),
  packageInvalid: message(
    422,
    'This package isn’t valid. {problem}',
    'החבילה אינה תקינה. {problem}',
  ),
  packageArchiveRefused: message(
    422,
    'We couldn’t read this archive. {problem}',
    'לא ניתן לקרוא את הארכיון. {problem}',
  ),
  packageVersionTaken: message(
    409,
    '{package} already has a version {version} with different content. Use another version number.',
    'לחבילה {package} כבר יש גרסה {version} עם תוכן אחר. יש לבחור מספר גרסה אחר.',
  ),
  packageInUse: message(
    409,
    '{package} is used by {count} servers, so you can’t delete it.',
    '{count} שרתים משתמשים בחבילה {package}, ולכן לא ניתן למחוק אותה.',
  ),
  packageShipped: message(
    409,
    '{package} is built in. You can disable it for a site, but not delete it.',
    'החבילה {package} מובנית. אפשר להשבית אותה לאתר, אך לא למחוק אותה.',
  ),
  packageUnavailable: message(
    422,
    '{package} can’t be installed. {problem}',
    'לא ניתן להתקין את {package}. {problem}',
  ),
  packageParameterInvalid: message(422, '{title}: {problem}', '{title}: {problem}'),
  packageWrongState: message(409, '{problem}', '{problem}'),
  packageSecretsGone: message(
    409,
    'The passwords were already shown once and weren’t saved. Set new ones on the server.',
    'הסיסמאות כבר הוצגו פעם אחת ולא נשמרו. יש לקבוע סיסמאות חדשות בשרת.',
  ),
  policyNameTaken: message(
    409,
    'This site already has a policy named {name}. Choose another name.',
    'לאתר כבר יש מדיניות בשם {name}. יש לבחור שם אחר.',
  ),
  policyInvalid: message(422, '{problem}', '{problem}'),
  policyMissing: message(
    422,
    'Policy {id} was deleted or is disabled.',
    'המדיניות {id} נמחקה או הושבתה.',
  ),
  userDataTooLarge: message(
    422,
    'The user data is {given} bytes. The limit is {max} bytes.',
    'גודל נתוני המשתמש הוא {given} בתים. המגבלה היא {max} בתים.',
  ),
} satisfies Messages;
