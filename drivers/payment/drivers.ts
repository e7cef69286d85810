import type { LookupFunction } from 'node:net';
import { httpAsk } from './ask.ts';
import { payPalDriver } from './paypal.ts';
import type { Ask, PaymentDriver, ProviderSettings } from './port.ts';
import { stripeDriver } from './stripe.ts';

/** The driver of a connection. `lookup` may refuse where a name leads. */
export const paymentDriver = (settings: ProviderSettings, lookup?: LookupFunction): PaymentDriver =>
  driverBy(settings, httpAsk(lookup));

export function driverBy(settings: ProviderSettings, ask: Ask): PaymentDriver {
  const { baseAddress, secret, now } = settings;
  if (settings.provider === 'stripe')
    return stripeDriver(
      { baseAddress, secretKey: secret, webhookSecret: settings.webhookSecret, now },
      ask,
    );
  return payPalDriver(
    {
      baseAddress,
      clientId: settings.clientId,
      clientSecret: secret,
      webhookId: settings.webhookId,
      now,
    },
    ask,
  );
}
