import { eachLanguage, type LocalizedText } from '../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';
import { localizedText } from './failure.ts';
import type { Step } from './task.ts';

/** The task system's own log messages. */

const stepTitle = (step: Step<unknown>): LocalizedText => {
  const title = step.title ?? step.name;
  return eachLanguage((language) => localizedText(title, language));
};

export const stepFailed = (step: Step<unknown>, reason: LocalizedText): LocalizedText =>
  localize('tasks.stepFailed', { step: stepTitle(step), reason });

export const retryText = (step: Step<unknown>, reason: LocalizedText): LocalizedText =>
  localize('tasks.triedAgain', { step: stepTitle(step), reason });

export const undoFailed = (step: Step<unknown>): LocalizedText =>
  localize('tasks.undoFailed', { step: stepTitle(step) });

export const leftUnfinished: LocalizedText = localize('tasks.leftUnfinished');

export const taskAbandoned: LocalizedText = localize('tasks.givenUp');

export const undoing: LocalizedText = localize('tasks.undoing');

export const endedTexts: Record<'done' | 'failed' | 'cancelled', LocalizedText> = {
  done: localize('tasks.ended.done'),
  failed: localize('tasks.ended.failed'),
  cancelled: localize('tasks.ended.cancelled'),
};

export const cancelRequested: LocalizedText = localize('tasks.cancelRequested');
export const canceledUnstarted: LocalizedText = localize('tasks.cancelledUnstarted');

export const cannotCancel = {
  ended: localize('tasks.cannotCancel.ended'),
  undoing: localize('tasks.cannotCancel.undoing'),
  asked: localize('tasks.cannotCancel.asked'),
  type: localize('tasks.cannotCancel.type'),
  pastReturn: localize('tasks.cannotCancel.pastReturn'),
} satisfies Record<string, LocalizedText>;
