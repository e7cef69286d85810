import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError, problem } from '../../../drivers/problem.ts';

/** Maximum wait time of a request, in ms. */
const timeoutMs = 5_000;
/** Maximum number of hosts. The least recently used host is removed first. */
const maxHosts = 1_000;

/** Limits how fast this process sends requests to each host. */
export class HostRateLimiter {
  /**
   * Time at which the next evenly spaced request of a host is due, in `performance.now()`
   * milliseconds.
   */
  readonly #dueAt = new Map<string, number>();

  /**
   * Resolves when the request can be sent: a burst of one second's requests immediately, the rest
   * evenly spaced (generic cell rate algorithm). Throws `DriverError` if the wait is too long.
   */
  async enter(host: string, perSecond: number): Promise<void> {
    const now = performance.now();
    const dueAt = this.#dueAt.get(host) ?? 0;
    const startAt = Math.max(now, dueAt - 1000);
    if (startAt - now > timeoutMs) throw new DriverError(problem('tooManyRequests'));
    this.#dueAt.delete(host);
    this.#dueAt.set(host, Math.max(dueAt, now) + 1000 / perSecond);
    const [oldest] = this.#dueAt.keys();
    if (this.#dueAt.size > maxHosts && oldest !== undefined) this.#dueAt.delete(oldest);
    if (startAt > now) await sleep(startAt - now);
  }
}
