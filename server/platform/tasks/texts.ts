import { readText } from './failure.ts';
import type { Step, Texts } from './task.ts';

/** The task system's own log messages. */

const named = (step: Step<unknown>): Texts => {
  const title = step.title ?? step.name;
  return { en: readText(title, 'en'), he: readText(title, 'he') };
};

export const stepFailed = (step: Step<unknown>, reason: Texts): Texts => ({
  en: `"${named(step).en}" failed: ${reason.en}`,
  he: `השלב "${named(step).he}" נכשל: ${reason.he}`,
});

export const triedAgain = (step: Step<unknown>, reason: Texts): Texts => ({
  en: `"${named(step).en}" will be retried: ${reason.en}`,
  he: `השלב "${named(step).he}" יבוצע שוב: ${reason.he}`,
});

export const undoFailed = (step: Step<unknown>): Texts => ({
  en: `"${named(step).en}" couldn’t be undone and requires attention.`,
  he: `לא ניתן היה לבטל את השלב "${named(step).he}", ונדרש טיפול.`,
});

export const leftUnfinished: Texts = {
  en: 'The remaining steps failed, and the finished ones can’t be undone. This requires attention.',
  he: 'השלבים הנותרים נכשלו, ואת אלה שהושלמו לא ניתן לבטל. נדרש טיפול.',
};

export const givenUp: Texts = {
  en: 'This task can’t run and requires attention.',
  he: 'לא ניתן להריץ משימה זו, ונדרש טיפול.',
};

export const undoing: Texts = { en: 'Undoing changes.', he: 'השינויים מבוטלים.' };

export const ended: Record<'done' | 'failed' | 'cancelled', Texts> = {
  done: { en: 'Done.', he: 'הושלם.' },
  failed: { en: 'Undone.', he: 'בוטל.' },
  cancelled: { en: 'Canceled. All changes were undone.', he: 'בוטל. כל השינויים בוטלו.' },
};

export const cancelRequested: Texts = { en: 'Cancellation was requested.', he: 'התבקש ביטול.' };
export const cancelledUnstarted: Texts = {
  en: 'Canceled before it started.',
  he: 'בוטל לפני שהחל.',
};

export const cannotCancel = {
  ended: { en: 'The task has already ended.', he: 'המשימה כבר הסתיימה.' },
  undoing: { en: 'The task is already being undone.', he: 'המשימה כבר מבוטלת.' },
  asked: { en: 'Cancellation was already requested.', he: 'הביטול כבר התבקש.' },
  type: { en: 'This type of task can’t be canceled.', he: 'לא ניתן לבטל משימה מסוג זה.' },
  pastReturn: { en: 'It’s too late to cancel this task.', he: 'מאוחר מדי לבטל משימה זו.' },
} satisfies Record<string, Texts>;
