import { setTimeout } from 'node:timers/promises';
import type { Context, Services } from '../context.ts';
import { definePeriodicJob } from '../tasks/periodicJobs.ts';
import type { OutboundType, Payload } from './outbound.ts';
import { OutboundRunner } from './runner.ts';

const running = new WeakMap<Services, OutboundRunner>();

/** The one of this portal. */
export function outboundRunner(services: Services): OutboundRunner {
  const known = running.get(services) ?? new OutboundRunner(services);
  running.set(services, known);
  return known;
}

/**
 * Begins to deliver the jobs of a type without being waited for. A process that only answers calls
 * leaves it to the workers.
 */
export function wakeOutbound(ctx: Pick<Context, 'services' | 'log'>, type: string): void {
  if (ctx.services.config.role === 'api') return;
  void outboundRunner(ctx.services)
    .round(type, ctx.log)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error, type }, 'Outbound jobs weren’t delivered and will be retried'),
    );
}

/** How long a call that shows the result of a delivery waits for it. ms */
const callPatienceMs = 10_000;

/**
 * Delivers a job now, for a call that shows the outcome; resolves earlier if that takes long. In any
 * process: the caller waits for it.
 */
export async function deliverNow<P extends Payload>(
  { services, log }: Pick<Context, 'services' | 'log'>,
  { name }: OutboundType<P>,
  key: string,
): Promise<void> {
  const waited = new AbortController();
  const late = setTimeout(callPatienceMs, undefined, { signal: waited.signal }).catch(() => {});
  const delivered = outboundRunner(services)
    .deliver(name, key, log)
    .catch((error: unknown) =>
      log.warn({ err: error, type: name, key }, 'An outbound job is delivered later'),
    )
    .finally(() => waited.abort());
  await Promise.race([delivered, late]);
}

/** Finds what was queued by other processes, and what is due again. */
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

/** When the portal closes: deliveries in progress can end. */
export async function stopOutbound(services: Services): Promise<void> {
  await running.get(services)?.stop();
}
