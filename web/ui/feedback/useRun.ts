import { lockPressedControl } from '../../data/controlLocks.ts';
import { refetchInvalidated } from '../../data/invalidation.ts';
import { toast, toastRefusal } from '../../data/toasts.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { errorText } from './errorText.ts';
import { remedyOf } from './remedy.ts';
import { useUndo } from './useUndo.ts';

const text = textsOf<typeof common>('common');

/**
 * Runs a change, reports the result in a toast, and waits until the data it invalidates is
 * refetched. Returns whether it succeeded. The control that started it stays disabled until then,
 * because otherwise it would still offer the action that was just completed. A change with an
 * `opposite`, which receives the response of `work`, can be undone in its toast.
 */
export function useRun() {
  const undo = useUndo();
  return async <T>(
    title: string,
    work: () => Promise<T>,
    revert?: (answer: T) => Promise<unknown>,
  ): Promise<boolean> => {
    const unlock = lockPressedControl();
    try {
      const answer = await work();
      toast('success', title, undefined, revert && undo(() => revert(answer)));
      return true;
    } catch (error) {
      toastRefusal(`${title}: ${text('failed')}`, errorText(error), remedyOf(error));
      return false;
    } finally {
      await refetchInvalidated();
      unlock();
    }
  };
}
