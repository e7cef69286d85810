import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { clock } from '../clock.ts';
import type { Services } from '../context.ts';
import { attemptJob } from './attemptJob.ts';
import { BusyDestinations } from './busyDestinations.ts';
import { type ClaimedJob, claimJob } from './jobs.ts';
import type { Outbound } from './outbound.ts';

/** Maximum concurrent jobs of each type in this process. */
const concurrency = 4;
/** Time in ms after which a job continues separately and frees its lane for other jobs. */
const defaultWaitMs = 3_000;
/** Maximum time in ms for which an unresponsive destination can delay shutdown. */
const stopLimitMs = 10_000;

/**
 * Delivers the jobs of all types, as one of any number of workers. A job is claimed before it is
 * sent and settled afterward. Two workers send the same job only if one of them died, or was
 * suspended for longer than its lease, in between.
 */
export class OutboundRunner {
  readonly #services: Services;
  readonly #patienceMs: number;
  readonly #rounds = new Map<string, Promise<void>>();
  readonly #wanted = new Set<string>();
  readonly #busy = new Map<string, BusyDestinations>();
  /** Jobs that continue outside of the lanes. */
  readonly #slowWork = new Set<Promise<void>>();
  #isStopped = false;

  constructor(services: Services, timeoutMs = defaultWaitMs) {
    this.#services = services;
    this.#patienceMs = timeoutMs;
  }

  /**
   * Delivers all due jobs of a type. Resolves when only jobs for unresponsive destinations remain.
   * Callers during a round share its result.
   */
  async round(type: string, log: Logger): Promise<void> {
    if (this.#isStopped) return;
    const outbound = this.#services.slices.outbound.get(type);
    if (!outbound) throw new Error(`No slice declares the outbound job ${type}.`);
    this.#wanted.add(type);
    const currentRound = this.#rounds.get(type);
    if (currentRound) return await currentRound;
    const round = this.#whileWanted(outbound, log).finally(() => this.#rounds.delete(type));
    this.#rounds.set(type, round);
    await round;
  }

  /**
   * Delivers one job now, unless it is already being delivered. Resolves after one attempt, or
   * after the patience time if the destination takes longer. The attempt then continues in the
   * background.
   */
  async deliver(type: string, key: string, log: Logger): Promise<void> {
    const outbound = this.#services.slices.outbound.get(type);
    if (!outbound || this.#isStopped) return;
    const job = await this.#claim(outbound, key);
    if (job) await this.#deliver(outbound, job, log);
    else await this.#rounds.get(type);
  }

  #claim(outbound: Outbound, key?: string): Promise<ClaimedJob | null> {
    return claimJob(this.#services.database.db, {
      type: outbound.type.name,
      now: clock.now(),
      leaseMs: outbound.leaseMs,
      busy: this.#busyOf(outbound).list(),
      ...(key === undefined ? {} : { key }),
    });
  }

  async #whileWanted(outbound: Outbound, log: Logger): Promise<void> {
    while (this.#wanted.delete(outbound.type.name))
      await Promise.all(Array.from({ length: concurrency }, () => this.#lane(outbound, log)));
  }

  async #lane(outbound: Outbound, log: Logger): Promise<void> {
    while (!this.#isStopped) {
      const job = await this.#claim(outbound);
      if (!job) return;
      await this.#deliver(outbound, job, log);
    }
  }

  #busyOf({ type, parallel }: Outbound): BusyDestinations {
    const destinations = this.#busy.get(type.name) ?? new BusyDestinations(parallel);
    this.#busy.set(type.name, destinations);
    return destinations;
  }

  /** Waits for the attempt up to the patience time, after which it continues in the background. */
  async #deliver(outbound: Outbound, job: ClaimedJob, log: Logger): Promise<void> {
    const busy = this.#busyOf(outbound);
    const visit = busy.visit();
    const attempt = attemptJob(this.#services, { outbound, job, visit, log }).finally(() =>
      visit.end(),
    );
    const finished = new AbortController();
    const prompt = attempt.then(() => true).finally(() => finished.abort());
    const timeout = setTimeout(this.#patienceMs, false, { signal: finished.signal }).catch(
      () => true,
    );
    if (await Promise.race([prompt, timeout])) return await attempt;
    visit.slow();
    const rest = attempt
      // Jobs that were waiting for this destination are due now.
      .then(() => this.round(outbound.type.name, log))
      .catch((error: unknown) =>
        log.warn({ err: error, job: job.id }, 'The outcome of an outbound job wasn’t recorded'),
      )
      .finally(() => this.#slowWork.delete(rest));
    this.#slowWork.add(rest);
  }

  /** Stops accepting jobs, waits for those in progress, and closes the resources they keep open. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const timeoutController = new AbortController();
    const roundsSettled = Promise.allSettled([...this.#rounds.values(), ...this.#slowWork]).finally(
      () => timeoutController.abort(),
    );
    await Promise.race([
      roundsSettled,
      setTimeout(stopLimitMs, undefined, { signal: timeoutController.signal }).catch(() => {}),
    ]);
    for (const { close } of this.#services.slices.outbound.values())
      close?.({ services: this.#services });
  }
}
