import { type UserError, userError } from '../../../../../contract/errors/errors.ts';
import type { VendorAccess } from '../../../../../drivers/http/port.ts';
import {
  type PaymentDriver,
  PaymentFailure,
  type ProviderSettings,
} from '../../../../../drivers/payment/port.ts';
import { describeProblem } from '../../../../../drivers/problem.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { lookupPublic } from '../../../../../server/platform/vendors/publicLookup.ts';
import { type Connection, openSecrets, providerTitles } from './connections.ts';

/** Creates the driver of a connection. */
export type PaymentDriverMaker = (
  settings: ProviderSettings,
  access: VendorAccess,
) => PaymentDriver;

declare module '../../../../../server/platform/context.ts' {
  interface Ports {
    payments: PaymentDriverMaker;
  }
}

/** The providers' default API base URLs, live and in test mode. */
const ownAddresses = {
  stripe: { live: 'https://api.stripe.com', test: 'https://api.stripe.com' },
  paypal: { live: 'https://api-m.paypal.com', test: 'https://api-m.sandbox.paypal.com' },
} as const;

/**
 * Drivers are cached until the connection changes, because they contain state such as PayPal
 * tokens, which are valid for hours.
 */
const driverCache = new WeakMap<Context['services'], Map<string, PaymentDriver>>();
const maxCachedDrivers = 500;

export function driverOf(
  ctx: Pick<Context, 'services' | 'clock'>,
  connection: Connection,
): PaymentDriver {
  const drivers = driverCache.get(ctx.services) ?? new Map<string, PaymentDriver>();
  driverCache.set(ctx.services, drivers);
  const key = `${connection.id} ${connection.changedAt.getTime()}`;
  const presentByName = drivers.get(key);
  if (presentByName) return presentByName;
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
  const access = ctx.services.vendors.access({
    ...{
      port: 'payment',
      id: connection.id,
      screen: `/companies/${connection.companyId}/payments`,
    },
    secrets: [secret, webhookSecret],
    // Only root can set a custom base URL, so private networks are allowed.
    lookupFor: config.baseAddress ? undefined : () => lookupPublic,
  });
  const driver = ctx.services.ports.payments(settings, access);
  if (drivers.size >= maxCachedDrivers) drivers.clear();
  drivers.set(key, driver);
  return driver;
}

/** The error to show to the user. Errors that don't come from a provider are rethrown. */
export function toUserError(error: unknown, connection: Pick<Connection, 'provider'>): UserError {
  if (!(error instanceof PaymentFailure)) throw error;
  const provider = providerTitles[connection.provider];
  if (error.kind === 'away') return userError('paymentProviderAway', { provider });
  return userError('paymentProviderRefused', {
    provider,
    problem: describeProblem(error.problem),
  });
}
