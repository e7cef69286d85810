import type { LookupFunction } from 'node:net';
import { type Refusal, refuse } from '../../../contract/errors.ts';
import { type PaymentDriver, PaymentFailure, type ProviderSettings } from '../../../drivers/payment/port.ts';
import { inWords } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { lookupPublic } from '../../../server/platform/outside/publicLookup.ts';
import { type Connection, openSecrets, providerTitles } from './connections.ts';

/** Makes the driver of a connection; `lookup` may refuse where a name leads. */
export type PaymentDriverMaker = (settings: ProviderSettings, lookup?: LookupFunction) => PaymentDriver;

let make: PaymentDriverMaker | null = null;

/** Told once by the program: slices know the ports of drivers only. */
export function registerPayments(maker: PaymentDriverMaker): void {
  make = maker;
}

/** Where the providers themselves are, with real money and in their test worlds. */
const ownAddresses = {
  stripe: { live: 'https://api.stripe.com', test: 'https://api.stripe.com' },
  paypal: { live: 'https://api-m.paypal.com', test: 'https://api-m.sandbox.paypal.com' },
} as const;

/** Drivers that were made already keep what they know: a token of PayPal is good for hours. By the connection as it was last changed. */
const made = new WeakMap<Context['services'], Map<string, PaymentDriver>>();
const mostMade = 500;

export function driverOf(ctx: Pick<Context, 'services' | 'clock'>, connection: Connection): PaymentDriver {
  if (!make) throw new Error('No drivers of payments were registered.');
  const known = made.get(ctx.services) ?? new Map<string, PaymentDriver>();
  made.set(ctx.services, known);
  const key = `${connection.id} ${connection.changedAt.getTime()}`;
  const present = known.get(key);
  if (present) return present;
  const { provider, isLive, config } = connection;
  const { secret, webhookSecret } = openSecrets(ctx.services.secrets, connection);
  const common = {
    baseAddress: config.baseAddress || ownAddresses[provider][isLive ? 'live' : 'test'],
    secret,
    now: () => ctx.clock.now(),
  };
  const settings: ProviderSettings =
    provider === 'stripe'
      ? { ...common, provider, webhookSecret }
      : { ...common, provider, clientId: config.clientId, webhookId: config.webhookId };
  // Another address was named by root, who may also name one of our own network.
  const driver = make(settings, config.baseAddress ? undefined : lookupPublic);
  if (known.size >= mostMade) known.clear();
  known.set(key, driver);
  return driver;
}

/** What the person is told of it; anything that is no failure of a provider is thrown on. */
export function refusalOf(error: unknown, connection: Pick<Connection, 'provider'>): Refusal {
  if (!(error instanceof PaymentFailure)) throw error;
  const provider = providerTitles[connection.provider];
  if (error.kind === 'away') return refuse('paymentProviderAway', { provider });
  return refuse('paymentProviderRefused', { provider, problem: inWords(error.message) });
}
