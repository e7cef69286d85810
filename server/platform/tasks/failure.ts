import { UserError } from '../../../contract/errors/errors.ts';
import { render } from '../../../contract/errors/messages.ts';
import { type Language, type LocalizedText, languages } from '../../../contract/languages.ts';
import { isDatabaseUnavailable } from '../database/isDatabaseUnavailable.ts';
import { exhaustedError, exhaustedResource } from '../resources/exhaustion.ts';
import { localize } from '../texts/localize.ts';
import type { StoredFailure, StoredText } from './tables.ts';
import { type AnyTaskType, RetryableError } from './task.ts';

/** Whether retrying the same step can succeed without intervention. */
export function isTransient(type: AnyTaskType, error: unknown): boolean {
  return (
    error instanceof RetryableError ||
    isDatabaseUnavailable(error) ||
    (type.isTransient?.(error) ?? false)
  );
}

/**
 * The stored form of an error: its reasons with codes, the task type's message for it, or only its
 * location.
 */
export function failureOf(type: AnyTaskType, step: string, error: unknown): StoredFailure {
  if (error instanceof UserError) return { step, reasons: [...error.reasons] };
  const explanation = type.explain?.(error);
  const resource = explanation ? null : exhaustedResource(error);
  if (resource) return { step, reasons: [...exhaustedError(resource).reasons] };
  return explanation ? { step, explanation } : { step };
}

/** A failure as text for one user. */
export interface ReadableFailure {
  step: string;
  reason: string;
  nextStep: string;
}

const texts = {
  unknown: localize('tasks.unknown'),
  undone: localize('tasks.undone'),
  correct: localize('tasks.correct'),
  stuck: localize('tasks.stuck'),
} satisfies Record<string, LocalizedText>;

/** Why a task failed and how to fix it, in the user's language. */
export function readFailure(
  failure: StoredFailure,
  task: { cmdId: number; isStuck: boolean },
  language: Language,
): ReadableFailure {
  const fill = (text: LocalizedText): string =>
    text[language].replace('{cmdId}', String(task.cmdId));
  const { step, reasons, explanation } = failure;
  if (reasons) {
    const reason = reasons.map((each) => render(each.name, language, each.values)).join(' ');
    return { step, reason, nextStep: fill(task.isStuck ? texts.stuck : texts.correct) };
  }
  const advice = task.isStuck ? texts.stuck : (explanation?.nextStep ?? texts.undone);
  return { step, reason: fill(explanation?.reason ?? texts.unknown), nextStep: fill(advice) };
}

/** The reason for a failure in all languages, for the log of the task. */
export function failureEntry(failure: StoredFailure, cmdId: number): LocalizedText {
  const entries = languages.map((language) => [
    language,
    readFailure(failure, { cmdId, isStuck: false }, language).reason,
  ]);
  return Object.fromEntries(entries) as LocalizedText;
}

/** A stored text in one language. */
export function localizedText(text: StoredText, language: Language): string {
  return typeof text === 'string' ? text : text[language];
}
