import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { currentLanguage, onLanguage } from '../texts/texts.ts';
import { type Note, type PublicRoute, routeOf, safeReturnPath } from './publicRoutes.ts';
import type { Screen } from './screen.ts';
import { screenAt } from './screens.ts';

interface CurrentScreen {
  Screen: Screen;
  place: PublicRoute;
}

interface PublicAppProps {
  first: CurrentScreen;
  onTyping(): void;
  /** Called after sign-in. `path` is the next page. */
  onSignedIn(path: string): Promise<void>;
}

/** The screens before sign-in. Links between them don't reload the page. */
export function PublicApp({ first, onTyping, onSignedIn }: PublicAppProps) {
  const [{ Screen, place }, show] = useState(first);
  useSyncExternalStore(onLanguage, currentLanguage);

  useEffect(() => {
    const showCurrentPlace = () => void loadCurrentScreen(currentRoute()).then(show);
    addEventListener('popstate', showCurrentPlace);
    return () => removeEventListener('popstate', showCurrentPlace);
  }, []);

  const navigateTo = (path: string, note: Note = {}) => {
    const { from, isRemote } = place.note;
    const historyNote: Note = {
      ...(from ? { from } : {}),
      ...(isRemote ? { isRemote } : {}),
      ...note,
    };
    history.pushState(historyNote, '', path);
    scrollTo(0, 0);
    void loadCurrentScreen(currentRoute()).then(show);
  };
  const onLinkClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (
      !link ||
      link.target ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey ||
      event.button !== 0
    )
      return;
    const { origin, pathname, search } = new URL(link.href);
    if (origin !== location.origin || link.dataset.leaves !== undefined) return;
    event.preventDefault();
    navigateTo(pathname + search);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only the links inside are pressed
    <div onClick={onLinkClick}>
      <Screen
        key={place.screen}
        place={place}
        go={navigateTo}
        enter={() => onSignedIn(safeReturnPath(place.note.from))}
        onTyping={onTyping}
      />
    </div>
  );
}

/** The data in the URL and its history entry. */
export const currentRoute = (): PublicRoute => routeOf(location, (history.state ?? {}) as Note);

export async function loadCurrentScreen(route: PublicRoute): Promise<CurrentScreen> {
  return { Screen: await screenAt(route), place: route };
}
