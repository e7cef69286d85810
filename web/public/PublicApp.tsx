import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { currentLanguage, onLanguage } from '../texts/texts.ts';
import { landing, type Note, type Place, placeOf } from './places.ts';
import type { Screen } from './screen.ts';
import { screenAt } from './screens.ts';

interface Shown {
  Screen: Screen;
  place: Place;
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
    const follow = () => void shownAt(placeHere()).then(show);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  const go = (path: string, note: Note = {}) => {
    const { from, isRemote } = place.note;
    const kept: Note = { ...(from ? { from } : {}), ...(isRemote ? { isRemote } : {}), ...note };
    history.pushState(kept, '', path);
    scrollTo(0, 0);
    void shownAt(placeHere()).then(show);
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
        enter={() => onSignedIn(landing(place.note.from))}
        onTyping={onTyping}
      />
    </div>
  );
}

/** The data in the URL and its history entry. */
export const placeHere = (): Place => placeOf(location, (history.state ?? {}) as Note);

export async function shownAt(place: Place): Promise<Shown> {
  return { Screen: await screenAt(place), place };
}
