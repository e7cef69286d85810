/**
 * Set on a control while the change it started is running. The style sheet shows this state, and
 * clicks are ignored.
 */
const lockedAttribute = 'data-locked';

let pressedElement: Element | null = null;
const changesOf = new WeakMap<Element, number>();

/**
 * Ignores clicks on controls whose change is still running, and remembers the current control
 * for `lockPressedControl`. Clicks on buttons, menu items and switches count, and forms submitted with
 * Enter. `onShownAgain` is called after a page restored from the browser's cache is unlocked.
 */
export function startLocks(onShownAgain: () => void): void {
  addEventListener('click', (event) => onPress(event, controlOf(event.target)), { capture: true });
  addEventListener(
    'submit',
    (event) => onPress(event, event.submitter ?? controlOf(event.target)),
    { capture: true },
  );
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    unlockAll();
    onShownAgain();
  });
}

/**
 * A page restored from the browser's cache has lost the responses it waited for, so nothing else
 * would enable its controls.
 */
function unlockAll(): void {
  for (const control of document.querySelectorAll(`[${lockedAttribute}]`)) {
    changesOf.delete(control);
    unlock(control);
  }
}

function unlock(control: Element): void {
  control.removeAttribute(lockedAttribute);
  control.removeAttribute('aria-busy');
}

const controlOf = (target: EventTarget | null): Element | null =>
  target instanceof Element
    ? target.closest('button, input, form, [role="menuitem"], [role="option"]')
    : null;

function onPress(event: Event, control: Element | null): void {
  if (control?.hasAttribute(lockedAttribute)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  pressedElement = control;
  // In a separate task, because settled promises continue between the listeners of one event.
  setTimeout(() => {
    if (pressedElement === control) pressedElement = null;
  });
}

/**
 * Call it for work that makes no change: work started from here on during this click disables no
 * control.
 */
export function releasePressed(): void {
  pressedElement = null;
}

/**
 * Disables the control whose click started a change, if any, until the returned function is called.
 */
export function lockPressedControl(): () => void {
  const control = pressedElement;
  if (!control) return () => undefined;
  changesOf.set(control, (changesOf.get(control) ?? 0) + 1);
  control.setAttribute(lockedAttribute, '');
  control.setAttribute('aria-busy', 'true');
  return () => {
    const remaining = (changesOf.get(control) ?? 1) - 1;
    changesOf.set(control, remaining);
    if (remaining <= 0) unlock(control);
  };
}
