import { type ToastAction, toast, toastRefusal } from '../../data/toasts.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { errorText } from './errorText.ts';
import { remedyOf } from './remedy.ts';

const text = textsOf<typeof common>('common');

/** The button of a toast that undoes what it reports. */
export const undoAction = (run: () => void): ToastAction => ({ title: text('undo'), run });

/**
 * Makes the toast button that takes back a reversible change with the opposite call, and says how it
 * went. Such a change needs no password and no question before.
 */
export function useUndo() {
  return (opposite: () => Promise<unknown>): ToastAction =>
    undoAction(() => {
      opposite().then(
        () => toast('success', text('undone')),
        (error: unknown) => toastRefusal(text('undoFailed'), errorText(error), remedyOf(error)),
      );
    });
}
