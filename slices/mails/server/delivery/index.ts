import type { Context, Services } from '../../../../server/platform/context.ts';
import { Delivery } from './delivery.ts';
import type { OutboxName } from './outbox.ts';

const running = new WeakMap<Services, Delivery>();

/** The one of this portal. */
export function deliveryOf(services: Services): Delivery {
  const known = running.get(services) ?? new Delivery(services);
  running.set(services, known);
  return known;
}

/**
 * Begins to send without being waited for. A process that only answers calls leaves it to the
 * workers.
 */
export function deliverSoon(ctx: Context, outbox: OutboxName): void {
  if (ctx.services.config.role === 'api') return;
  void deliveryOf(ctx.services)
    .round(outbox, ctx.log)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error, outbox }, 'the outbox could not be emptied; it is tried again'),
    );
}

/** When the portal closes: what is being sent may end. */
export async function stopDelivery(services: Services): Promise<void> {
  await running.get(services)?.stop();
}
