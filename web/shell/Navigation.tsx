import { useLocation } from '@tanstack/react-router';
import type { Answer } from '../client.ts';
import type { shell } from '../texts/en/shell.ts';
import { textsOf } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';

const text = textsOf<typeof shell>('shell');

/** The mini view shows an entry's words beside it, outside of the menu, which scrolls: their height on the page is told here. */
function placeWords({ target }: { target: EventTarget }): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link) return;
  const { top, height } = link.getBoundingClientRect();
  link.style.setProperty('--words-at', `${top + height / 2}px`);
}

type Entry = Answer<'menu'>['entries'][number];

/** The entry of the screen that is open: of those whose address it begins with, the one that says the most of it. */
function entryAt(entries: readonly Entry[], pathname: string): string | undefined {
  const here = pathname.toLowerCase();
  if (here === '/') return 'dashboard';
  const within = ({ path }: Entry) => here === path.toLowerCase() || here.startsWith(`${path.toLowerCase()}/`);
  return entries.filter(within).sort((a, b) => b.path.length - a.path.length)[0]?.id;
}

/** Of a group that is not laid out yet (shell.css), so that the scroll bar is right from the start. px */
const [headingHeight, entryHeight] = [39, 34];

/** The menu, exactly as the server lists it: groups in their order, entries the person may use. */
export function Navigation({ menu }: { menu: Answer<'menu'> }) {
  const { pathname } = useLocation();
  const here = entryAt(menu.entries, pathname);
  return (
    <nav className="navigation" aria-label={text('menu')} onMouseOver={placeWords} onFocus={placeWords}>
      {menu.sections.map((section) => {
        const entries = menu.entries.filter((entry) => entry.section === section.id);
        return (
          <section
            key={section.id}
            aria-labelledby={section.id === 'fixed' ? undefined : `section-${section.id}`}
            style={{ containIntrinsicBlockSize: `auto ${headingHeight + entries.length * entryHeight}px` }}
          >
            {section.id !== 'fixed' && <h2 id={`section-${section.id}`}>{section.title}</h2>}
            <ul>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <a href={entry.path} aria-current={entry.id === here ? 'page' : undefined}>
                    <Icon name={entry.icon} size={17} />
                    <span>{menu.titles[entry.id]?.pageTitle}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
