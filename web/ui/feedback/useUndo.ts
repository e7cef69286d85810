import { type ToastAction, toast, toastRefusal } from '../../data/toasts.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { errorText } from './errorText.ts';
import { remedyOf } from './remedy.ts';

const text = textsOf<typeof common>('common');

/** The toast button that undoes the reported change. */
export const undoAction = (run: () => void): ToastAction => ({ title: text('undo'), run });

/**
 * Creates the toast button that undoes a change with the opposite call and reports the result. Such
 * changes require no password and no confirmation.
 */
export function useUndo() {
  return (revert: () => Promise<unknown>): ToastAction =>
    undoAction(() => {
      revert().then(
        () => toast('success', text('undone')),
        (error: unknown) => toastRefusal(text('undoFailed'), errorText(error), remedyOf(error)),
      );
    });
}
