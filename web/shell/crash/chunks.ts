const reloadedKey = 'reloaded-for-chunk';
const reloadAfterMs = 60_000;

/** A chunk that failed to load and would fail again on a reload. */
export class ChunkLoadError extends Error {
  override readonly name = 'PartMissing';
}

/** Callbacks waiting for the reload of the page. */
const listeners = new Set<() => void>();

/**
 * Whether a reload would load the chunk. Otherwise the browser's error page would replace the page.
 */
export const isPortalReachable = (): Promise<boolean> =>
  fetch('/svc/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the page was just reloaded for a missing chunk, so that another reload wouldn't help. */
const wasJustReloaded = (): boolean =>
  performance.timeOrigin - Number(sessionStorage.getItem(reloadedKey) ?? 0) < reloadAfterMs;

/**
 * Reloads the page for a missing chunk if that would help, with a rate limit. Returns false if it
 * doesn't reload.
 */
export async function reloadOnce(): Promise<boolean> {
  if (wasJustReloaded() || !(await isPortalReachable())) return false;
  sessionStorage.setItem(reloadedKey, String(performance.timeOrigin + performance.now()));
  location.reload();
  return true;
}

/**
 * After an update, the old page requests chunks that no longer exist, so it is reloaded once.
 * Specification: a chunk can take up to 120 s.
 */
export function watchChunkFailures(): void {
  addEventListener('vite:preloadError', (event) => {
    if (wasJustReloaded()) return;
    event.preventDefault();
    void reloadOnce().then((isLoading) => {
      if (!isLoading) for (const rejectWaiting of listeners) rejectWaiting();
    });
  });
}

const chunkLimitMs = 120_000;

/**
 * Fails if a chunk hasn't loaded after 120 s. The error has our own message, because the router
 * recognizes the browser's message for a missing chunk and would reload the page again.
 */
export function withinChunkLimit<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) =>
      reject(new ChunkLoadError(`A part of the program did not arrive: ${reason}`, { cause }));
    const timer = setTimeout(() => fail(`nothing within ${chunkLimitMs / 1000} s.`), chunkLimitMs);
    const onUnreachable = () => fail('the portal cannot be reached.');
    // The chunk didn't load, but the page reloads if possible. In this case, no screen must break
    // in the meantime.
    loading
      .then(
        (arrived) => (arrived === undefined ? listeners.add(onUnreachable) : resolve(arrived)),
        (error: unknown) => fail(String(error), error),
      )
      .finally(() => clearTimeout(timer));
  });
}
