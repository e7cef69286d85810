import { setTimeout } from 'node:timers/promises';
import type { Context, Services } from '../context.ts';
import { definePeriodicJob } from '../tasks/periodicJobs.ts';
import type { OutboundType, Payload } from './outbound.ts';
import { OutboundRunner } from './runner.ts';

const runners = new WeakMap<Services, OutboundRunner>();

/** The outbound runner of this portal. */
export function outboundRunner(services: Services): OutboundRunner {
  const runner = runners.get(services) ?? new OutboundRunner(services);
  runners.set(services, runner);
  return runner;
}

/**
 * Starts delivering the jobs of a type in the background. In a process that only answers calls, the
 * workers do this.
 */
export function wakeOutbound(ctx: Pick<Context, 'services' | 'log'>, type: string): void {
  if (ctx.services.config.role === 'api') return;
  void outboundRunner(ctx.services)
    .round(type, ctx.log)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error, type }, 'Outbound jobs weren’t delivered and will be retried'),
    );
}

/** How long a call that shows the result of a delivery waits for it, in ms. */
const callTimeoutMs = 10_000;

/**
 * Delivers a job now, for a call that shows the outcome. Resolves early if the delivery takes too
 * long. Works in any process, because the caller waits for it.
 */
export async function deliverNow<P extends Payload>(
  { services, log }: Pick<Context, 'services' | 'log'>,
  { name }: OutboundType<P>,
  key: string,
): Promise<void> {
  const timeoutController = new AbortController();
  const timeout = setTimeout(callTimeoutMs, undefined, { signal: timeoutController.signal }).catch(
    () => {},
  );
  const delivered = outboundRunner(services)
    .deliver(name, key, log)
    .catch((error: unknown) =>
      log.warn({ err: error, type: name, key }, 'An outbound job is delivered later'),
    )
    .finally(() => timeoutController.abort());
  await Promise.race([delivered, timeout]);
}

/** Delivers jobs that other processes queued or that are due for a retry. */
export const deliverOutbound = definePeriodicJob({
  name: 'outbound.deliver',
  everySeconds: 5,
  async run({ services, log }) {
    const types = [...services.slices.outbound.keys()];
    const runner = outboundRunner(services);
    const rounds = await Promise.allSettled(types.map((type) => runner.round(type, log)));
    const problems = rounds.flatMap((round) => (round.status === 'rejected' ? [round.reason] : []));
    if (problems.length > 0) throw problems[0];
  },
});

/** Waits for deliveries in progress when the portal closes. */
export async function stopOutbound(services: Services): Promise<void> {
  await runners.get(services)?.stop();
}
