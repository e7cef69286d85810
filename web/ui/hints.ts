import { formatMoment } from './values/values.tsx';
import './hints.css';

/**
 * Hints for the whole page from one element. Elements with `data-hint` show it, and `time` elements
 * show the exact time. Nothing is created until an element is hovered or focused, so that a list of
 * hundreds of rows has no overhead. A hint can be dismissed with Escape and stays while the pointer
 * is on it (WCAG 1.4.13).
 */
const hintDelayMs = 250;
const hideDelayMs = 120;
const gapPx = 6;
const hintSelector = '[data-hint]:not([data-hint=""]), time[datetime]';

let tip: HTMLElement | null = null;
let target: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const changes = new MutationObserver(() => target && fill(target));

export function startHints(): void {
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    const hovered = event.target as Element;
    if (tip?.contains(hovered)) return clearTimeout(timer);
    const next = hovered.closest(hintSelector);
    if (next === target) return clearTimeout(timer);
    schedule(next, next ? hintDelayMs : hideDelayMs);
  });
  document.addEventListener('focusin', (event) => {
    const focused = event.target as Element;
    if (focused.matches(':focus-visible')) schedule(focused.closest(hintSelector), hintDelayMs);
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('scroll', hide, { capture: true, passive: true });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide());
}

function schedule(next: Element | null, delayMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => (next?.isConnected ? show(next) : hide()), delayMs);
}

function show(next: Element): void {
  hide();
  if (!tip) {
    tip = document.createElement('div');
    tip.className = 'hint';
    tip.id = 'hint';
    tip.role = 'tooltip';
    tip.popover = 'manual';
    document.body.append(tip);
  }
  target = next;
  tip.showPopover();
  fill(next);
  next.setAttribute('aria-describedby', tip.id);
  changes.observe(next, { attributes: true, attributeFilter: ['data-hint', 'datetime'] });
}

function fill(element: Element): void {
  if (!tip) return;
  const moment = element.getAttribute('datetime');
  tip.textContent = element.getAttribute('data-hint') ?? (moment ? formatMoment(moment) : '');
  tip.dir = element.getAttribute('data-hint-dir') ?? '';
  const targetRect = element.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const topSpace = targetRect.top - height - gapPx;
  const left = Math.max(
    gapPx,
    Math.min(targetRect.left + targetRect.width / 2 - width / 2, innerWidth - width - gapPx),
  );
  tip.style.left = `${left}px`;
  tip.style.top = `${topSpace >= gapPx ? topSpace : targetRect.bottom + gapPx}px`;
}

function hide(): void {
  clearTimeout(timer);
  changes.disconnect();
  if (!target) return;
  target.removeAttribute('aria-describedby');
  target = null;
  tip?.hidePopover();
}
