/** Ctrl+Shift+Esc returns the keyboard focus to the page. */
export function handleExitKey(event: KeyboardEvent, element: HTMLElement): boolean {
  if (event.type !== 'keydown' || !event.ctrlKey || !event.shiftKey || event.key !== 'Escape')
    return false;
  element
    .closest('[data-part="console"]')
    ?.querySelector<HTMLElement>('[role="toolbar"] button')
    ?.focus();
  return true;
}
