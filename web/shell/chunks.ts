const reloadedKey = 'reloaded-for-chunk';
const againAfterMs = 60_000;

/** A part of the program that did not arrive, and would not if the page were loaded anew now. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** What waits for the page to be loaded anew. */
const waiting = new Set<() => void>();

/** Whether loading the page anew would bring it: the browser's own error page would take its place otherwise. */
export const portalAnswers = (): Promise<boolean> =>
  fetch('/svc/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the page was loaded anew for a missing part a moment ago, so that once more would not help. */
const isLoadedAnew = (): boolean => performance.timeOrigin - Number(sessionStorage.getItem(reloadedKey) ?? 0) < againAfterMs;

/** Loads the page anew for a missing part, once in a while and where that would bring it. False when it does not. */
export async function loadAnew(): Promise<boolean> {
  if (isLoadedAnew() || !(await portalAnswers())) return false;
  sessionStorage.setItem(reloadedKey, String(performance.timeOrigin + performance.now()));
  location.reload();
  return true;
}

/** After an update the old page asks for chunks that are gone: it is loaded anew, once. Specification: a chunk may take 120 s. */
export function watchChunkFailures(): void {
  addEventListener('vite:preloadError', (event) => {
    if (isLoadedAnew()) return;
    event.preventDefault();
    void loadAnew().then((isLoading) => {
      if (!isLoading) for (const giveUp of waiting) giveUp();
    });
  });
}

const chunkLimitMs = 120_000;

/**
 * Gives up on a chunk that has not come after 120 s. What failed is told in our words: by the browser's own the router would
 * know a missing chunk and load the page anew once more.
 */
export function withinChunkLimit<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string, cause?: unknown) => reject(new PartMissing(`A part of the program did not arrive: ${why}`, { cause }));
    const timer = setTimeout(() => giveUp(`nothing within ${chunkLimitMs / 1000} s.`), chunkLimitMs);
    const giveUpWaiting = () => giveUp('the portal cannot be reached.');
    // Nothing arrived, but the page is being loaded anew where it can be: then nothing here matters any more, and no screen may break over it.
    loading
      .then(
        (arrived) => (arrived === undefined ? waiting.add(giveUpWaiting) : resolve(arrived)),
        (error: unknown) => giveUp(String(error), error),
      )
      .finally(() => clearTimeout(timer));
  });
}
