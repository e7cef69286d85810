import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { currentPlace, returnFocusTo } from '../feedback/focusPlace.ts';

const fields =
  'input:not(:disabled):not([type="hidden"]):not([tabindex="-1"]), textarea:not(:disabled):not([tabindex="-1"]), select:not(:disabled)';
/** Where the focus goes in a dialog without a field. */
const fallback = '[data-first-focus]';

/**
 * Gives the focus back to what opened the dialog, or to what is nearest once that is gone. For the
 * outermost part of the dialog.
 */
export function useFocusReturned(): void {
  // At the first rendering: the menu it was chosen from goes with it, before any effect.
  const [place] = useState(currentPlace);
  useLayoutEffect(() => () => void (place && returnFocusTo(place)), [place]);
}

/**
 * Leads the focus to the dialog's first field: at once, or when what it waits for is there and
 * nobody has pressed anything yet. For the element that holds the dialog's content.
 */
export function useFirstFocus(): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return;
    const first = () =>
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>(fields);
    const now = first() ?? element.querySelector<HTMLElement>(fallback);
    // The kit looks for it a moment later.
    now?.setAttribute('data-autofocus', '');
    if (now?.matches(fields)) return;
    const late = new MutationObserver(() => {
      const field = element.querySelector<HTMLElement>(fields);
      if (!field) return;
      stop();
      field.focus({ preventScroll: true });
    });
    const stop = () => {
      late.disconnect();
      document.removeEventListener('keydown', stop, true);
      document.removeEventListener('pointerdown', stop, true);
    };
    late.observe(element, { childList: true, subtree: true });
    document.addEventListener('keydown', stop, true);
    document.addEventListener('pointerdown', stop, true);
    return stop;
  }, []);
  return content;
}
