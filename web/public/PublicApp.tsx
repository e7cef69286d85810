import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { currentLanguage, onLanguage } from '../texts/texts.ts';
import { type Note, type PublicRoute, routeOf, safeReturnPath } from './places.ts';
import type { Screen } from './screen.ts';
import { screenAt } from './screens.ts';

interface Shown {
  Screen: Screen;
  place: PublicRoute;
}

interface PublicAppProps {
  first: Shown;
  onTyping(): void;
  /** Called after sign-in. `path` is the next page. */
  onSignedIn(path: string): Promise<void>;
}

/** The screens before sign-in. Links between them don't reload the page. */
export function PublicApp({ first, onTyping, onSignedIn }: PublicAppProps) {
  const [{ Screen, place }, show] = useState(first);
  useSyncExternalStore(onLanguage, currentLanguage);

  useEffect(() => {
    const follow = () => void shownAt(currentRoute()).then(show);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  const go = (path: string, note: Note = {}) => {
    const { from, isRemote } = place.note;
    const historyNote: Note = {
      ...(from ? { from } : {}),
      ...(isRemote ? { isRemote } : {}),
      ...note,
    };
    history.pushState(historyNote, '', path);
    scrollTo(0, 0);
    void shownAt(currentRoute()).then(show);
  };
  const follow = (event: MouseEvent) => {
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
    go(pathname + search);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within are the ones that are pressed
    <div onClick={follow}>
      <Screen
        key={place.screen}
        place={place}
        go={go}
        enter={() => onSignedIn(safeReturnPath(place.note.from))}
        onTyping={onTyping}
      />
    </div>
  );
}

/** The data in the URL and its history entry. */
export const currentRoute = (): PublicRoute => routeOf(location, (history.state ?? {}) as Note);

export async function shownAt(route: PublicRoute): Promise<Shown> {
  return { Screen: await screenAt(route), place: route };
}
