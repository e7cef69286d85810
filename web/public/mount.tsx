import { createRoot } from 'react-dom/client';
import { handleFailures } from '../client.ts';
import publicTexts from '../texts/public/en.json';
import { loadArea } from '../texts/texts.ts';
import { currentRoute, loadCurrentScreen, PublicApp } from './PublicApp.tsx';
import type { PublicRoute } from './publicRoutes.ts';

/** Preloads the console's code, so that it is ready after sign-in. */
const prepareConsole = (): Promise<typeof import('../shell/mount.tsx')> =>
  import('../shell/mount.tsx');

/** Shows the screens before sign-in. The console replaces them without a page load. */
export async function mountPublic(container: HTMLElement): Promise<void> {
  handleFailures(null);
  const route = currentRoute();
  cleanAddress(route);
  const [first] = await Promise.all([
    loadCurrentScreen(route),
    loadArea(
      'public',
      publicTexts,
      import.meta.glob(['../texts/public/*.json', '!../texts/public/en.json'], {
        import: 'default',
      }),
    ),
  ]);
  const root = createRoot(container);
  const openConsole = async (path: string) => {
    const { mountConsole } = await prepareConsole();
    root.unmount();
    history.replaceState(null, '', path);
    await mountConsole(container);
  };
  root.render(
    <PublicApp first={first} onTyping={() => void prepareConsole()} onSignedIn={openConsole} />,
  );
}

/**
 * Removes the parameters of the sign-in page after use, so that a reload doesn't show the notice
 * again and no sign-in token stays in the history.
 */
function cleanAddress({ screen, note }: PublicRoute): void {
  const { notice: _notice, ...remainingNote } = note;
  history.replaceState(
    remainingNote,
    '',
    screen === 'login' ? '/login' : location.pathname + location.search,
  );
}
