import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../client.ts';
import type shell from '../../texts/shell/en.json';
import { textsOf } from '../../texts/texts.ts';
import { Icon, iconByName } from '../../ui/Icon.tsx';

const text = textsOf<typeof shell>('shell');

/**
 * The mini view shows an entry's title outside of the menu, which scrolls, so its position on the
 * page is set here.
 */
function positionLabel({ target }: { target: EventTarget }): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link) return;
  const { top, height } = link.getBoundingClientRect();
  link.style.setProperty('--words-at', `${top + height / 2}px`);
}

type Menu = Answer<'menu'>;
type Entry = Menu['entries'][number];

/**
 * The menu entry of the current screen: the one with the longest path that the current path starts
 * with.
 */
function entryAt(entries: readonly Entry[], pathname: string): string | undefined {
  const currentPath = pathname.toLowerCase();
  if (currentPath === '/') return 'dashboard';
  const isWithin = ({ path }: Entry) =>
    currentPath === path.toLowerCase() || currentPath.startsWith(`${path.toLowerCase()}/`);
  return entries.filter(isWithin).sort((a, b) => b.path.length - a.path.length)[0]?.id;
}

/**
 * The heights in a group that isn't laid out yet (shell.css), in px, so that the scroll bar is
 * correct from the start.
 */
const [headingHeight, entryHeight] = [41, 34];
const heightOf = (entries: number): number => headingHeight + entries * entryHeight;

/** Whether the first rendering is visible, so that hidden parts can be created afterwards. */
function useIsPageVisible(): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isShown;
}

/** Keeps two more entries visible on either side of the entry, in px. */
const margin = 2 * entryHeight;

/**
 * A group that becomes visible is laid out in the next frame, and is taller than estimated where
 * text wraps to two lines.
 */
const framesToLayOut = 3;

/** Scrolls only the menu. The browser's own method would also scroll the page. */
function scrollWithin(scroller: Element | null | undefined, { top, bottom }: DOMRect): void {
  if (!scroller) return;
  const view = scroller.getBoundingClientRect();
  if (bottom + margin > view.bottom) scroller.scrollTop += bottom + margin - view.bottom;
  else if (top - margin < view.top) scroller.scrollTop -= view.top - (top - margin);
}

interface GroupProps {
  section: Menu['sections'][number];
  entries: readonly Entry[];
  here: string | undefined;
  titles: Menu['titles'];
}

function Group({ section, entries, here, titles }: GroupProps) {
  return (
    <>
      {section.id !== 'fixed' && <h2 id={`section-${section.id}`}>{section.title}</h2>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={entry.path} aria-current={entry.id === here ? 'page' : undefined}>
              <Icon name={iconByName(entry.icon)} size={17} />
              <span>{titles[entry.id]?.pageTitle}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The menu, exactly as listed by the server: ordered groups with the accessible entries. */
export function Navigation({ menu }: { menu: Menu }) {
  const { pathname } = useLocation();
  const currentEntry = entryAt(menu.entries, pathname);
  const isShown = useIsPageVisible();
  const list = useRef<HTMLElement>(null);
  // The menu entry of a screen opened by its URL may be outside the visible part.
  useEffect(() => {
    const entry =
      currentEntry && isShown ? list.current?.querySelector('[aria-current]') : undefined;
    if (!entry) return;
    let frame = 0;
    const show = (more: number) => {
      scrollWithin(list.current?.parentElement, entry.getBoundingClientRect());
      if (more > 0) frame = requestAnimationFrame(() => show(more - 1));
    };
    show(framesToLayOut);
    return () => cancelAnimationFrame(frame);
  }, [currentEntry, isShown]);
  let offsetBefore = 0;
  return (
    <nav
      ref={list}
      className="navigation"
      aria-label={text('menu')}
      onMouseOver={positionLabel}
      onFocus={positionLabel}
    >
      {menu.sections.map((section) => {
        const entries = menu.entries.filter((entry) => entry.section === section.id);
        const isBelowFold = offsetBefore > window.innerHeight;
        offsetBefore += heightOf(entries.length);
        return (
          <section
            key={section.id}
            aria-labelledby={section.id === 'fixed' ? undefined : `section-${section.id}`}
            style={{ containIntrinsicBlockSize: `auto ${heightOf(entries.length)}px` }}
          >
            {(isShown || !isBelowFold) && (
              <Group {...{ section, entries, here: currentEntry, titles: menu.titles }} />
            )}
          </section>
        );
      })}
    </nav>
  );
}
