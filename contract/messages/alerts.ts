import { type Messages, message } from './message.ts';

/** Of statistics and alerts. */
export const alertsMessages = {
  alertLimit: message(
    422,
    'You have {max} alerts, the most there can be. Delete one first.',
    'יש לך {max} התראות, המספר המרבי. יש למחוק אחת תחילה.',
  ),
  webhookRefused: message(400, 'The webhook {address} is refused: {problem}', 'הכתובת {address} נדחית: {problem}'),
  alertNotFiring: message(
    409,
    'The alert {name} is not firing there, so there is nothing to acknowledge.',
    'ההתראה {name} אינה פעילה שם, ואין מה לאשר.',
  ),
  alertTestedJustNow: message(429, 'It was tested just now. Wait {seconds} seconds.', 'היא נבדקה זה עתה. יש להמתין {seconds} שניות.'),
  alertTellsNobody: message(
    422,
    'The alert {name} has neither mail nor a webhook: there is nothing to test. Switch one on first.',
    'להתראה {name} אין דוא"ל ואין כתובת רשת: אין מה לבדוק. יש להפעיל אחד מהם תחילה.',
  ),
  alertWithoutWebhook: message(
    422,
    'The alert {name} has no webhook. Give it an address first.',
    'להתראה {name} אין כתובת רשת. יש לתת לה כתובת תחילה.',
  ),
} satisfies Messages;
