import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../server/platform/clock.ts';

/**
 * Polls until the result is true. Resolves with false when it's still false after
 * `timeoutMs`. Throws when `signal` is aborted.
 */
export async function until(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  options: { everyMs?: number; signal?: AbortSignal } = {},
): Promise<boolean> {
  const deadline = monotonicMs() + timeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    if (await condition()) return true;
    if (monotonicMs() >= deadline) return false;
    await delay(options.everyMs ?? 15);
  }
}
