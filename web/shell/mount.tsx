import { createRoot } from 'react-dom/client';
import { bootstrap, styleNonce } from '../bootstrap.ts';
import { call, clearPendingChanges, handleFailures } from '../client.ts';
import { startLocks } from '../data/controlLocks.ts';
import { startInvalidation } from '../data/invalidation.ts';
import { startLive, stopLive } from '../data/live.ts';
import { queryClient } from '../data/queryClient.ts';
import { keyOf, type ReadOperation } from '../data/useCall.ts';
import type { PreloadCall } from '../routes.ts';
import common from '../texts/common/en.json';
import shell from '../texts/shell/en.json';
import { loadArea } from '../texts/texts.ts';
import { startFocusKeeper } from '../ui/feedback/focusPlace.ts';
import { startHints } from '../ui/hints.ts';
import { reportPageView, startAnalytics } from './analytics.ts';
import { Console } from './Console.tsx';
import { watchChunkFailures } from './crash/chunks.ts';
import { reportCrash } from './crash/crash.ts';
import { startLinks } from './navigation/links.ts';
import { router } from './router.tsx';

/**
 * Stores a response in the cache for the frame, so that it's rendered once and completely. A failed
 * read is repeated and reported by the frame.
 */
const prefetch = (operation: ReadOperation, input: object = {}): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: keyOf(operation, input),
    queryFn: () =>
      (call as (operation: ReadOperation, input: object) => Promise<unknown>)(operation, input),
    retry: false,
  });

/**
 * The time in ms that the first rendering waits for the screen's initial reads before the frame is
 * shown with skeletons.
 */
const firstReadMs = 150;

/**
 * The time in ms that it waits for the screen's own chunk, which can take two minutes, before the
 * frame with its menu is shown.
 */
const screenMs = 3_000;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A navigation that hasn't left the page after this time was canceled, for example to stay for an
 * upload or after returning to a cached page.
 */
const leaveTimeoutMs = 10_000;

/**
 * Makes sure that only the first of several running calls that detects the end of the session
 * navigates away with its reason. A later one would interrupt that and start another navigation
 * without the reason.
 */
function createLeaveOnce(): (away: () => void) => void {
  let isLeaving = false;
  return (away) => {
    if (isLeaving) return;
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
    }, leaveTimeoutMs);
    away();
  };
}

/** The default landing page. */
const isHomePath = (): boolean => location.pathname === '/' || location.pathname === '/dashboard';

/** Shows the console. Without a session, the first call leads to the sign-in page. */
export async function mountConsole(container: HTMLElement, preload?: PreloadCall): Promise<void> {
  watchChunkFailures();
  startLocks(clearPendingChanges);
  // Dialogs lock the page's scrolling with a style element. The library reads the nonce under this
  // name.
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
  await loadArea(
    'common',
    common,
    import.meta.glob(['../texts/common/*.json', '!../texts/common/en.json'], { import: 'default' }),
  );
  await loadArea(
    'shell',
    shell,
    import.meta.glob(['../texts/shell/*.json', '!../texts/shell/en.json'], { import: 'default' }),
  );
  startInvalidation();
  const leaveOnce = createLeaveOnce();
  handleFailures({
    toLogin: (query) => {
      stopLive();
      const from = isHomePath()
        ? ''
        : `from=${encodeURIComponent(location.pathname + location.search)}`;
      leaveOnce(() =>
        location.assign(`/login${query}${from ? `${query ? '&' : '?'}${from}` : ''}`),
      );
    },
    reload: () => leaveOnce(() => location.reload()),
    contextChanged: () => {
      void queryClient.invalidateQueries({ queryKey: ['user'] });
      void queryClient.invalidateQueries({ queryKey: ['menu'] });
    },
  });
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof Error && event.reason.name !== 'CallError')
      reportCrash(event.reason);
  });
  await Promise.all([
    prefetch('user'),
    prefetch('menu'),
    preload && Promise.race([prefetch(...preload), delay(firstReadMs)]),
    Promise.race([router.load(), delay(screenMs)]),
  ]);
  document.title = bootstrap.site.systemName;
  createRoot(container, { onUncaughtError: (error) => reportCrash(error) }).render(<Console />);
  // Listeners can start after the screen is rendered.
  setTimeout(() => {
    startLive();
    startLinks();
    startHints();
    startFocusKeeper();
    void countPageViews();
  });
}

/** Reports this screen and every later one, if the site counts them. */
async function countPageViews(): Promise<void> {
  const tag = await startAnalytics().catch(() => null);
  if (!tag) return;
  reportPageView(tag);
  router.subscribe('onResolved', ({ pathChanged }) => pathChanged && reportPageView(tag));
}
