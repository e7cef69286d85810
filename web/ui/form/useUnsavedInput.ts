import { type FocusEvent, type MouseEvent, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a part of the page contains input that would be lost with it. */
export interface UnsavedInput {
  isThere(): boolean;
  /** Handlers for the outermost element of the part. */
  handlers: { onFocusCapture(event: FocusEvent): void; onClickCapture(event: MouseEvent): void };
}

/** Search fields and names typed as a confirmation don't count as input. */
const isWorkField = (target: EventTarget): target is Field =>
  (target instanceof HTMLInputElement &&
    target.type !== 'search' &&
    !target.hasAttribute('data-no-work')) ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

const contentOf = (field: Field): string =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
    ? String(field.checked)
    : field.value;

/** Compares the current values of fields with their values when they were first focused. */
export function useUnsavedInput(): UnsavedInput {
  const before = useRef(new Map<Field, string>());
  const hasChosen = useRef(false);
  const recordInitialContent = (target: EventTarget) => {
    if (isWorkField(target) && !before.current.has(target))
      before.current.set(target, contentOf(target));
  };
  return {
    isThere: () =>
      hasChosen.current ||
      [...before.current].some(
        ([field, content]) => field.isConnected && contentOf(field) !== content,
      ),
    handlers: {
      onFocusCapture: ({ target }) => recordInitialContent(target),
      onClickCapture: ({ target }) => {
        // Dropdown lists open on top of the page and don't move the focus into the field.
        if (target instanceof Element && target.closest('[role="option"]'))
          hasChosen.current = true;
      },
    },
  };
}
