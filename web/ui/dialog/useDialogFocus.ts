import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { currentFocusPlace, returnFocusTo } from '../feedback/focusPlace.ts';

const fields =
  'input:not(:disabled):not([type="hidden"]):not([tabindex="-1"]), textarea:not(:disabled):not([tabindex="-1"]), select:not(:disabled)';
/** The element to focus in a dialog without a field. */
const fallback = '[data-first-focus]';

/**
 * Returns the focus to the element that opened the dialog, or to the nearest one if it no longer
 * exists. Use it in the outermost part of the dialog.
 */
export function useReturnFocus(): void {
  // Read in the first rendering, because the menu that contained the element is removed with it,
  // before any effect.
  const [previousFocus] = useState(currentFocusPlace);
  useLayoutEffect(
    () => () => void (previousFocus && returnFocusTo(previousFocus)),
    [previousFocus],
  );
}

/**
 * Focuses the dialog's first field: immediately, or once it is rendered, if the user hasn't pressed
 * anything yet. Attach the ref to the element with the dialog's content.
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
    // The kit looks for this attribute a moment later.
    now?.setAttribute('data-autofocus', '');
    if (now?.matches(fields)) return;
    const observer = new MutationObserver(() => {
      const field = element.querySelector<HTMLElement>(fields);
      if (!field) return;
      stop();
      field.focus({ preventScroll: true });
    });
    const stop = () => {
      observer.disconnect();
      document.removeEventListener('keydown', stop, true);
      document.removeEventListener('pointerdown', stop, true);
    };
    observer.observe(element, { childList: true, subtree: true });
    document.addEventListener('keydown', stop, true);
    document.addEventListener('pointerdown', stop, true);
    return stop;
  }, []);
  return content;
}
