import { bootstrap, openTasks } from './bootstrap.ts';
import { prefetch, storePrefetched } from './client.ts';
import { screens } from './routes.ts';
import { currentLanguage, preferredLanguage, setLanguage } from './texts/texts.ts';
import { applyScheme, storedScheme, watchSystemScheme } from './theme/scheme.ts';
import { applySiteTokens } from './theme/tokens.ts';

/**
 * The app loads in two stages. The screens before sign-in are small and separate. The console is
 * loaded when it's needed, or in the background once the user starts typing.
 */
const publicPaths =
  /^\/(login|logout|tfa|create|forgot|setPassword|reset|validate|validateSuccessful|termsOfService|socialProcess|remoteSocial)(\/|$)/i;

applyScheme(storedScheme());
watchSystemScheme();
applySiteTokens();
document.title = bootstrap.site.systemName;
redirectOldLink();

/** Specification section 8: `/al.php?t=…` in old emails opens the sign-in page with that token. */
function redirectOldLink(): void {
  const token = /^\/al\.php\/?$/i.test(location.pathname)
    ? new URLSearchParams(location.search).get('t')
    : null;
  if (token !== null) history.replaceState(null, '', `/login?token=${encodeURIComponent(token)}`);
}

/**
 * Not awaited by this module, because what it loads depends on this chunk and would wait for it
 * forever.
 */
async function start(): Promise<void> {
  await setLanguage(preferredLanguage(bootstrap.site.languages, bootstrap.language));
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no place for the application.');
  if (bootstrap.isAway) await (await import('./public/mountUnavailable.tsx')).mountAway(container);
  else if (publicPaths.test(location.pathname))
    await (await import('./public/mount.tsx')).mountPublic(container);
  else await startConsole(container);
}

/**
 * Starts the reads that every screen needs, and the screen's own first read, while the code is
 * still loading.
 */
async function startConsole(container: HTMLElement): Promise<void> {
  const screen = screens.find(({ path }) => path.toLowerCase() === location.pathname.toLowerCase());
  prefetchFirst('user');
  prefetchFirst('menu');
  storeBootstrapAnswer('analytics');
  storeBootstrapAnswer('listQueue', openTasks);
  const preload = screen?.firstRead?.(Object.fromEntries(new URLSearchParams(location.search)));
  if (preload) prefetch(...preload);
  // The router waits for the screen and reports if it fails to load.
  screen?.load().catch(() => undefined);
  const { mountConsole } = await import('./shell/mount.tsx');
  await mountConsole(container, preload);
}

type EarlyCall = 'user' | 'menu' | 'analytics' | 'listQueue';

/**
 * Uses the response that was included in the page. Returns false if there is none in the browser's
 * most recent language.
 */
function storeBootstrapAnswer(operation: EarlyCall, input: object = {}): boolean {
  const { first } = bootstrap;
  if (first?.language !== currentLanguage() || !(operation in first.answers)) return false;
  storePrefetched(operation, input, first.answers[operation], first.token);
  return true;
}

function prefetchFirst(operation: EarlyCall): void {
  if (!storeBootstrapAnswer(operation)) prefetch(operation);
}

void start();
