import { error } from '../../contract/declaredError.ts';

export const errors = {
  serviceletFailed: error(2650, 422, 'The script failed. {problem}', 'הסקריפט נכשל. {problem}'),
  serviceletQueueFull: error(
    2651,
    409,
    '{name} has {max} scripts in the queue. Wait until some of them finish.',
    'בתור של {name} יש {max} סקריפטים. יש להמתין עד שחלקם יסתיימו.',
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

/** What `notFound` calls it in its `{what}`. */
export const things = {
  servicelet: { en: 'script run', he: 'הרצת סקריפט' },
};
