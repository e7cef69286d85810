const reloadedKey = 'reloaded-for-chunk';
const againAfterMs = 60_000;

/** After an update the old page asks for chunks that are gone: it is loaded anew, once. Specification: a chunk may take 120 s. */
export function watchChunkFailures(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (performance.timeOrigin - last < againAfterMs) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, String(performance.timeOrigin + performance.now()));
    location.reload();
  });
}

const chunkLimitMs = 120_000;

/**
 * Gives up on a chunk that has not come after 120 s. What failed is told in our words: by the browser's own the router would
 * know a missing chunk and load the page anew once more.
 */
export function withinChunkLimit<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string, cause?: unknown) => reject(new Error(`A part of the program did not arrive: ${why}`, { cause }));
    const timer = setTimeout(() => giveUp(`nothing within ${chunkLimitMs / 1000} s.`), chunkLimitMs);
    // Nothing arrived but the page is being loaded anew: then nothing here matters any more, and no screen may break over it.
    loading
      .then(
        (arrived) => arrived !== undefined && resolve(arrived),
        (error: unknown) => giveUp(String(error), error),
      )
      .finally(() => clearTimeout(timer));
  });
}
