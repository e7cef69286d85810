import { createRoot } from 'react-dom/client';
import { bootstrap, styleNonce } from '../bootstrap.ts';
import { call, forgetChanges, handleFailures } from '../client.ts';
import { startLive, stopLive } from '../data/live.ts';
import { startLocks } from '../data/locks.ts';
import { queryClient } from '../data/queryClient.ts';
import { keyOf, type Reading } from '../data/useCall.ts';
import type { FirstRead } from '../routes.ts';
import { common } from '../texts/en/common.ts';
import { shell } from '../texts/en/shell.ts';
import { loadArea } from '../texts/texts.ts';
import { startFocusKeeper } from '../ui/focusPlace.ts';
import { startHints } from '../ui/hints.ts';
import { startAnalytics, tellPageView } from './analytics.ts';
import { Console } from './Console.tsx';
import { watchChunkFailures } from './chunks.ts';
import { reportCrash } from './crash.ts';
import { startLinks } from './links.ts';
import { router } from './router.tsx';

/** Puts an answer where the frame looks for it, so that it is drawn once and whole. What fails is asked for again, and told, there. */
const readAhead = (operation: Reading, input: object = {}): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: keyOf(operation, input),
    queryFn: () => (call as (operation: Reading, input: object) => Promise<unknown>)(operation, input),
    retry: false,
  });

/** So long the first drawing waits for what the screen reads first; beyond it a frame with empty lines is better than nothing. */
const firstReadMs = 150;

/** So long it waits for the screen's own part of the program, which may take two minutes: then the frame, with its menu, comes first. */
const screenMs = 3_000;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A way that has not led off by then was not taken: somebody stayed for an upload, or came back to a page the browser had kept. */
const leavingMs = 10_000;

/**
 * Of several calls in flight the first that finds the session gone leads away, with its reason; each after it would break that
 * way off and begin another, without the reason.
 */
function leavingOnce(): (away: () => void) => void {
  let isLeaving = false;
  return (away) => {
    if (isLeaving) return;
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
    }, leavingMs);
    away();
  };
}

/** Where everybody lands anyway. */
const isStart = (): boolean => location.pathname === '/' || location.pathname === '/dashboard';

/** Shows the console. What is not signed in is sent to the log-in page by the first call that says so. */
export async function mountConsole(container: HTMLElement, firstRead?: FirstRead): Promise<void> {
  watchChunkFailures();
  startLocks(forgetChanges);
  // Dialogs lock the page's scrolling by a style element; its maker looks for the nonce under this name.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
  await loadArea('common', common, { he: async () => (await import('../texts/he/common.ts')).common });
  await loadArea('shell', shell, { he: async () => (await import('../texts/he/shell.ts')).shell });
  const leave = leavingOnce();
  handleFailures({
    toLogin: (query) => {
      stopLive();
      const from = isStart() ? '' : `from=${encodeURIComponent(location.pathname + location.search)}`;
      leave(() => location.assign(`/login${query}${from ? `${query ? '&' : '?'}${from}` : ''}`));
    },
    reload: () => leave(() => location.reload()),
    contextChanged: () => {
      void queryClient.invalidateQueries({ queryKey: ['user'] });
      void queryClient.invalidateQueries({ queryKey: ['menu'] });
    },
  });
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof Error && event.reason.name !== 'CallError') reportCrash(event.reason);
  });
  await Promise.all([
    readAhead('user'),
    readAhead('menu'),
    firstRead && Promise.race([readAhead(...firstRead), after(firstReadMs)]),
    Promise.race([router.load(), after(screenMs)]),
  ]);
  document.title = bootstrap.site.systemName;
  createRoot(container, { onUncaughtError: (error) => reportCrash(error) }).render(<Console />);
  // What listens can start once the screen is drawn.
  setTimeout(() => {
    startLive();
    startLinks();
    startHints();
    startFocusKeeper();
    void countPageViews();
  });
}

/** Tells of this screen and of every later one, where the site counts them. */
async function countPageViews(): Promise<void> {
  const tag = await startAnalytics().catch(() => null);
  if (!tag) return;
  tellPageView(tag);
  router.subscribe('onResolved', ({ pathChanged }) => pathChanged && tellPageView(tag));
}
