import { eachLanguage, type LocalizedText } from '../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { readText } from './failure.ts';
import type { Step } from './task.ts';

/** The task system's own log messages. */

const named = (step: Step<unknown>): LocalizedText => {
  const title = step.title ?? step.name;
  return eachLanguage((language) => readText(title, language));
};

export const stepFailed = (step: Step<unknown>, reason: LocalizedText): LocalizedText =>
  localize('tasks.stepFailed', { step: named(step), reason });

export const triedAgain = (step: Step<unknown>, reason: LocalizedText): LocalizedText =>
  localize('tasks.triedAgain', { step: named(step), reason });

export const undoFailed = (step: Step<unknown>): LocalizedText =>
  localize('tasks.undoFailed', { step: named(step) });

export const leftUnfinished: LocalizedText = localize('tasks.leftUnfinished');

export const givenUp: LocalizedText = localize('tasks.givenUp');

export const undoing: LocalizedText = localize('tasks.undoing');

export const ended: Record<'done' | 'failed' | 'cancelled', LocalizedText> = {
  done: localize('tasks.ended.done'),
  failed: localize('tasks.ended.failed'),
  cancelled: localize('tasks.ended.cancelled'),
};

export const cancelRequested: LocalizedText = localize('tasks.cancelRequested');
export const cancelledUnstarted: LocalizedText = localize('tasks.cancelledUnstarted');

export const cannotCancel = {
  ended: localize('tasks.cannotCancel.ended'),
  undoing: localize('tasks.cannotCancel.undoing'),
  asked: localize('tasks.cannotCancel.asked'),
  type: localize('tasks.cannotCancel.type'),
  pastReturn: localize('tasks.cannotCancel.pastReturn'),
} satisfies Record<string, LocalizedText>;
