import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError, problem } from '../../../drivers/problem.ts';

/** Requests wait at most this long for their turn. ms */
const patienceMs = 5_000;
/** The host that wasn't used for the longest time is forgotten first. */
const mostHosts = 1_000;

/** Limits how fast this process sends requests to each host. */
export class HostPace {
  /** When the next evenly spaced request of a host is due, by `performance.now()`. */
  readonly #dueAt = new Map<string, number>();

  /**
   * Resolves when it's the request's turn: a burst of one second's requests goes out at once, the
   * others evenly spaced (generic cell rate algorithm). Throws `DriverError` if that takes too long.
   */
  async enter(host: string, perSecond: number): Promise<void> {
    const now = performance.now();
    const dueAt = this.#dueAt.get(host) ?? 0;
    const startAt = Math.max(now, dueAt - 1000);
    if (startAt - now > patienceMs) throw new DriverError(problem('tooManyRequests'));
    this.#dueAt.delete(host);
    this.#dueAt.set(host, Math.max(dueAt, now) + 1000 / perSecond);
    const [oldest] = this.#dueAt.keys();
    if (this.#dueAt.size > mostHosts && oldest !== undefined) this.#dueAt.delete(oldest);
    if (startAt > now) await sleep(startAt - now);
  }
}
