import { readText } from './failure.ts';
import type { Step, Texts } from './task.ts';

/** What the task system itself writes into the log of a task. */

const named = (step: Step<unknown>): Texts => {
  const title = step.title ?? step.name;
  return { en: readText(title, 'en'), he: readText(title, 'he') };
};

export const stepFailed = (step: Step<unknown>, reason: Texts): Texts => ({
  en: `"${named(step).en}" failed: ${reason.en}`,
  he: `השלב "${named(step).he}" נכשל: ${reason.he}`,
});

export const triedAgain = (step: Step<unknown>, reason: Texts): Texts => ({
  en: `"${named(step).en}" will be tried again: ${reason.en}`,
  he: `השלב "${named(step).he}" יבוצע שוב: ${reason.he}`,
});

export const undoFailed = (step: Step<unknown>): Texts => ({
  en: `"${named(step).en}" could not be undone. Someone has to look at it.`,
  he: `לא ניתן היה לבטל את השלב "${named(step).he}". נדרש טיפול ידני.`,
});

export const leftUnfinished: Texts = {
  en: 'The rest could not be done, and what was done before cannot be undone. Someone has to look at it.',
  he: 'לא ניתן היה להשלים את היתרה, ומה שבוצע קודם אינו ניתן לביטול. נדרש טיפול ידני.',
};

export const givenUp: Texts = {
  en: 'This task cannot be run. Someone has to look at it.',
  he: 'לא ניתן להריץ משימה זו. נדרש טיפול ידני.',
};

export const undoing: Texts = { en: 'What was done is being undone.', he: 'מה שבוצע מבוטל כעת.' };

export const ended: Record<'done' | 'failed' | 'cancelled', Texts> = {
  done: { en: 'Done.', he: 'הושלם.' },
  failed: { en: 'Undone.', he: 'בוטל.' },
  cancelled: { en: 'Cancelled; what had been done was undone.', he: 'בוטל לבקשת המשתמש; מה שבוצע בוטל.' },
};

export const cancelRequested: Texts = { en: 'A cancel was asked for.', he: 'התבקש ביטול.' };
export const cancelledUnstarted: Texts = { en: 'Cancelled before it began.', he: 'בוטל לפני שהחל.' };

export const cannotCancel = {
  ended: { en: 'It has already ended.', he: 'היא כבר הסתיימה.' },
  undoing: { en: 'It is already being undone.', he: 'היא כבר מבוטלת כעת.' },
  asked: { en: 'Its cancel was already asked for.', he: 'ביטולה כבר התבקש.' },
  type: { en: 'This kind of task always runs to its end.', he: 'משימה מסוג זה פועלת תמיד עד סופה.' },
  pastReturn: { en: 'It is past the point where it could be undone.', he: 'היא עברה את הנקודה שבה ניתן היה לבטלה.' },
} satisfies Record<string, Texts>;
