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

/** The menu, exactly as the server lists it: groups in their order, entries the person may use. */
export function Navigation({ menu }: { menu: Answer<'menu'> }) {
  const { pathname } = useLocation();
  const here = pathname.toLowerCase();
  return (
    <nav className="navigation" aria-label={text('menu')} onMouseOver={placeWords} onFocus={placeWords}>
      {menu.sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id === 'fixed' ? undefined : `section-${section.id}`}>
          {section.id !== 'fixed' && <h2 id={`section-${section.id}`}>{section.title}</h2>}
          <ul>
            {menu.entries
              .filter((entry) => entry.section === section.id)
              .map((entry) => {
                const isHere =
                  here === entry.path.toLowerCase() ||
                  here.startsWith(`${entry.path.toLowerCase()}/`) ||
                  (here === '/' && entry.id === 'dashboard');
                return (
                  <li key={entry.id}>
                    <a href={entry.path} aria-current={isHere ? 'page' : undefined}>
                      <Icon name={entry.icon} size={17} />
                      <span>{menu.titles[entry.id]?.pageTitle}</span>
                    </a>
                  </li>
                );
              })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
