import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../../server/platform/clock.ts';

/**
 * Asks again and again until the answer is yes. Resolves with false when it still is no after
 * `timeoutMs`; throws when `signal` is aborted.
 */
export async function until(
  isSo: () => Promise<boolean>,
  timeoutMs: number,
  options: { everyMs?: number; signal?: AbortSignal } = {},
): Promise<boolean> {
  const deadline = monotonicMs() + timeoutMs;
  for (;;) {
    options.signal?.throwIfAborted();
    if (await isSo()) return true;
    if (monotonicMs() >= deadline) return false;
    await delay(options.everyMs ?? 15);
  }
}
