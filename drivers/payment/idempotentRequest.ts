import type { IdempotentRequest } from './port.ts';

/**
 * The shortest time for which a provider remembers a key (Stripe: idempotent requests, 24 hours),
 * minus an hour for clock differences.
 */
const keyLifetimeMs = 23 * 3_600_000;

/**
 * Ensures that a request takes effect once. While the provider remembers the key, it does so
 * itself. After that, the result of an earlier attempt is looked up first.
 */
export async function once<T>(
  { since }: IdempotentRequest,
  now: Date,
  find: () => Promise<T | null>,
  send: () => Promise<T>,
): Promise<T> {
  const isExpired = now.getTime() - since.getTime() > keyLifetimeMs;
  return (isExpired ? await find() : null) ?? (await send());
}
