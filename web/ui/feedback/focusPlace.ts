const focusable =
  'a[href], button:not(:disabled), input:not(:disabled):not([type="hidden"]), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/**
 * The position of the keyboard focus, with the data to find a nearby position if the element is
 * removed (WCAG 2.4.3).
 */
export interface FocusPlace {
  element: HTMLElement;
  /**
   * The list that contains the row of the element, the row's index, and the element's path in the
   * row.
   */
  list: { parent: Element; at: number; path: number[] } | null;
  /** The ancestors of the element, from the inside out. */
  around: Element[];
}

/**
 * The position of an element. A menu entry counts as its menu's button, because the menu no longer
 * exists afterwards.
 */
export function placeOf(focused: HTMLElement): FocusPlace {
  const menu = focused.closest(
    '[role="menu"][aria-labelledby], [role="dialog"][aria-labelledby][data-position]',
  );
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const element = button ?? focused;
  const ancestors: Element[] = [];
  for (let outer = element.parentElement; outer; outer = outer.parentElement) ancestors.push(outer);
  const row = element.closest('tr, li, [role="row"]');
  const parent = row?.parentElement;
  if (!row || !parent) return { element, list: null, around: ancestors };
  return {
    element,
    list: { parent, at: [...parent.children].indexOf(row), path: pathWithin(row, element) },
    around: ancestors,
  };
}

/** The child indexes that lead from the row to the element. */
function pathWithin(row: Element, element: Element): number[] {
  const path: number[] = [];
  for (let inner = element; inner !== row && inner.parentElement; inner = inner.parentElement)
    path.unshift([...inner.parentElement.children].indexOf(inner));
  return path;
}

const isShown = (element: Element): boolean => element.getClientRects().length > 0;
const canFocus = (element: Element | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.matches(focusable) && isShown(element);
const firstFocusableIn = (outer: Element): HTMLElement | undefined =>
  [...outer.querySelectorAll(focusable)].find(canFocus);

/** The same control in the row that replaced the removed one, or else in the last row. */
function focusableInList({ list }: FocusPlace): HTMLElement | undefined {
  if (!list?.parent.isConnected) return undefined;
  const row = list.parent.children[Math.min(list.at, list.parent.children.length - 1)];
  if (!row) return undefined;
  const same = list.path.reduce<Element | undefined>((outer, index) => outer?.children[index], row);
  return canFocus(same) ? same : firstFocusableIn(row);
}

/** Returns the focus to the element, or to the nearest one if it was removed. */
export function returnFocusTo(focusPlace: FocusPlace): void {
  const { element, around } = focusPlace;
  const nearest =
    element.isConnected && isShown(element)
      ? element
      : (focusableInList(focusPlace) ?? nearestOf(around));
  nearest?.focus({ preventScroll: nearest !== element });
}

function nearestOf(ancestors: readonly Element[]): HTMLElement | undefined {
  for (const outer of ancestors) {
    // Only the frame is left, because the screen itself has changed.
    if (outer.querySelector('main')) break;
    const found = outer.isConnected && isShown(outer) ? firstFocusableIn(outer) : undefined;
    if (found) return found;
  }
  return headingOfScreen();
}

/** The heading at the start of a screen. It isn't a Tab stop. */
function headingOfScreen(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1') ?? undefined;
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

/** The element that was last focused or clicked, and its position. */
let last: { element: HTMLElement; place: FocusPlace } | null = null;

const markLast = (element: HTMLElement | null): void => {
  last = element && { element, place: placeOf(element) };
};

/** The current position of the focus, or the last one if its element was removed. */
export function currentFocusPlace(): FocusPlace | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused !== document.body) return placeOf(focused);
  return last?.place ?? null;
}

/**
 * Keeps the focus position when the focused element is removed, for example with a deleted row, or
 * temporarily disabled.
 */
export function startFocusKeeper(): void {
  document.addEventListener('focusin', ({ target }) =>
    markLast(target instanceof HTMLElement ? target : null),
  );
  // A click outside of all controls intentionally clears the position.
  document.addEventListener('pointerdown', ({ target }) =>
    markLast(
      target instanceof Element
        ? target.closest<HTMLElement>(`${focusable}, [role="menuitem"]`)
        : null,
    ),
  );
  new MutationObserver((changes) => {
    if (!last || (document.activeElement ?? document.body) !== document.body) return;
    const { element, place } = last;
    const isEnabledAgain = changes.some(
      ({ target, type }) =>
        type === 'attributes' && target === element && !element.matches(':disabled'),
    );
    if (isEnabledAgain) element.focus({ preventScroll: true });
    else if (!element.isConnected) {
      last = null;
      if (place.around.some((outer) => outer.matches('main, [role="dialog"]') && outer.isConnected))
        returnFocusTo(place);
    }
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
