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

/** Gives up on a chunk that has not come after 120 s. */
export function withinChunkLimit<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`A part of the program did not arrive within ${chunkLimitMs / 1000} s.`)),
      chunkLimitMs,
    );
    // Nothing arrived but the page is being loaded anew: then nothing here matters any more, and no screen may break over it.
    loading.then((arrived) => arrived !== undefined && resolve(arrived), reject).finally(() => clearTimeout(timer));
  });
}
