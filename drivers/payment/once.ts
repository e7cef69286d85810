import type { Once } from './port.ts';

/**
 * The shortest time for which a provider remembers a key (Stripe: idempotent requests, 24 hours),
 * less an hour for clocks that differ.
 */
const rememberedMs = 23 * 3_600_000;

/**
 * Sends a request once. While the provider remembers the key it does so itself; after that, what an
 * earlier attempt left there is looked for first.
 */
export async function once<T>(
  { since }: Once,
  now: Date,
  find: () => Promise<T | null>,
  send: () => Promise<T>,
): Promise<T> {
  const isForgotten = now.getTime() - since.getTime() > rememberedMs;
  return (isForgotten ? await find() : null) ?? (await send());
}
