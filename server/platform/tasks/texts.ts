import { eachLanguage } from '../../../contract/languages.ts';
import { localize } from '../texts.ts';
import { readText } from './failure.ts';
import type { Step, Texts } from './task.ts';

/** The task system's own log messages. */

const named = (step: Step<unknown>): Texts => {
  const title = step.title ?? step.name;
  return eachLanguage((language) => readText(title, language));
};

export const stepFailed = (step: Step<unknown>, reason: Texts): Texts =>
  localize('tasks.stepFailed', { step: named(step), reason });

export const triedAgain = (step: Step<unknown>, reason: Texts): Texts =>
  localize('tasks.triedAgain', { step: named(step), reason });

export const undoFailed = (step: Step<unknown>): Texts =>
  localize('tasks.undoFailed', { step: named(step) });

export const leftUnfinished: Texts = localize('tasks.leftUnfinished');

export const givenUp: Texts = localize('tasks.givenUp');

export const undoing: Texts = localize('tasks.undoing');

export const ended: Record<'done' | 'failed' | 'cancelled', Texts> = {
  done: localize('tasks.ended.done'),
  failed: localize('tasks.ended.failed'),
  cancelled: localize('tasks.ended.cancelled'),
};

export const cancelRequested: Texts = localize('tasks.cancelRequested');
export const cancelledUnstarted: Texts = localize('tasks.cancelledUnstarted');

export const cannotCancel = {
  ended: localize('tasks.cannotCancel.ended'),
  undoing: localize('tasks.cannotCancel.undoing'),
  asked: localize('tasks.cannotCancel.asked'),
  type: localize('tasks.cannotCancel.type'),
  pastReturn: localize('tasks.cannotCancel.pastReturn'),
} satisfies Record<string, Texts>;
