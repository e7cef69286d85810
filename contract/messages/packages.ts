import { type Messages, message } from './message.ts';

/** Of packages, servicelets and cloud-init policies. */
export const packagesMessages = {
  serviceletFailed: message(422, 'It did not end well: {problem}', 'הריצה לא הסתיימה כראוי: {problem}'),
  serviceletQueueFull: message(
    409,
    '{name} has {max} commands waiting already. Wait until some have ended.',
    'לשרת {name} כבר ממתינות {max} פקודות. יש להמתין עד שחלקן יסתיימו.',
  ),
  guestAgentSilent: message(
    422,
    'The guest agent does not answer. Install the package qemu-guest-agent in the server, wait until it has started, or run the command by SSH.',
    'סוכן האורח אינו עונה. יש להתקין בשרת את החבילה qemu-guest-agent, להמתין עד שהשרת יעלה, או להריץ את הפקודה ב-SSH.',
  ),
  guestSimulated: message(422, 'This server is simulated: nothing in it answers SSH.', 'השרת הזה מדומה: שום דבר בו אינו עונה ב-SSH.'),
  packageInvalid: message(422, 'The package cannot be used: {problem}', 'לא ניתן להשתמש בחבילה: {problem}'),
  packageArchiveRefused: message(422, 'The archive is refused: {problem}', 'הארכיון נדחה: {problem}'),
  packageVersionTaken: message(
    409,
    '{package} has a version {version} already, with another content. A version never changes: give this one another number.',
    'לחבילה {package} כבר יש גרסה {version} עם תוכן אחר. גרסה אינה משתנה: יש לתת לזו מספר אחר.',
  ),
  packageInUse: message(409, '{package} is used by {count} servers.', '{count} שרתים משתמשים בחבילה {package}.'),
  packageShipped: message(
    409,
    '{package} comes with the portal. It can be switched off for a site, not removed.',
    'החבילה {package} היא חלק מהפורטל. אפשר לכבות אותה לאתר, לא להסיר אותה.',
  ),
  packageUnavailable: message(422, '{package} cannot be installed: {problem}', 'לא ניתן להתקין את {package}: {problem}'),
  packageParameterInvalid: message(422, '{title}: {problem}', '{title}: {problem}'),
  packageWrongState: message(409, '{problem}', '{problem}'),
  packageSecretsGone: message(
    409,
    'The passwords were shown once already, and were not kept. Set new ones inside the server.',
    'הסיסמאות כבר הוצגו פעם אחת ואינן נשמרות. יש לקבוע חדשות בתוך השרת.',
  ),
  policyNameTaken: message(409, 'The site has a policy named {name} already.', 'לאתר כבר יש מדיניות בשם {name}.'),
  policyInvalid: message(422, '{problem}', '{problem}'),
  policyMissing: message(422, 'There is no policy {id} any more, or it is switched off.', 'המדיניות {id} אינה קיימת עוד או שכובתה.'),
  userDataTooLarge: message(
    422,
    'What the server is to run at its first start comes to {given} bytes; {max} are taken at most.',
    'מה שהשרת אמור להריץ בהפעלה הראשונה הוא {given} בתים; לכל היותר {max}.',
  ),
} satisfies Messages;
