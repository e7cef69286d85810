import { type FocusEvent, type MouseEvent, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether something was entered in a part of the page that would be lost with it. */
export interface TypedWork {
  isThere(): boolean;
  /** For the part's outermost element. */
  handlers: { onFocusCapture(event: FocusEvent): void; onClickCapture(event: MouseEvent): void };
}

/** A search, and a name that is typed to confirm, are no work. */
const countsAsWork = (target: EventTarget): target is Field =>
  (target instanceof HTMLInputElement &&
    target.type !== 'search' &&
    !target.hasAttribute('data-no-work')) ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const contentOf = (field: Field): string =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
    ? String(field.checked)
    : field.value;

/** Compares what fields hold with what they held when they were entered first. */
export function useTypedWork(): TypedWork {
  const before = useRef(new Map<Field, string>());
  const hasChosen = useRef(false);
  const remember = (target: EventTarget) => {
    if (countsAsWork(target) && !before.current.has(target))
      before.current.set(target, contentOf(target));
  };
  return {
    isThere: () =>
      hasChosen.current ||
      [...before.current].some(
        ([field, content]) => field.isConnected && contentOf(field) !== content,
      ),
    handlers: {
      onFocusCapture: ({ target }) => remember(target),
      onClickCapture: ({ target }) => {
        // Lists to choose from open over the page, and lead no focus into the field.
        if (target instanceof Element && target.closest('[role="option"]'))
          hasChosen.current = true;
      },
    },
  };
}
