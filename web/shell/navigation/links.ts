import { router } from '../router.tsx';

/**
 * Makes plain links navigate within the app. Uses one listener for the page instead of a component
 * for each link, because every row of a list has a link. Links that open elsewhere (modifier keys,
 * another target, a download, a file of the portal) are left to the browser.
 */
export function startLinks(): void {
  document.addEventListener('click', (event) => {
    const path =
      event.button === 0 && !event.defaultPrevented && !hasModifier(event)
        ? pathWithin(event)
        : null;
    if (path === null) return;
    event.preventDefault();
    void router.navigate({ to: path });
  });
  document.addEventListener('pointerover', (event) => {
    const path = pathWithin(event);
    if (path !== null) void router.preloadRoute({ to: path }).catch(() => undefined);
  });
}

const hasModifier = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;

/** The in-app target of the link that was clicked. Null if there is none. */
function pathWithin(event: Event): string | null {
  const link = (event.target as Element).closest?.('a');
  if (
    !link?.href ||
    link.hasAttribute('download') ||
    (link.target !== '' && link.target !== '_self')
  )
    return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== location.origin || /^\/(svc|assets|log(in|out))(\/|$)/i.test(pathname))
    return null;
  if (hash !== '' && pathname === location.pathname && search === location.search) return null;
  return `${pathname}${search}${hash}`;
}
