import type { Ask, VendorAccess } from '../http/port.ts';
import { httpAsk } from './ask.ts';
import { payPalDriver } from './paypal.ts';
import type { PaymentDriver, ProviderSettings } from './port.ts';
import { stripeDriver } from './stripe.ts';

/** The driver for a connection. */
export const paymentDriver = (settings: ProviderSettings, access?: VendorAccess): PaymentDriver =>
  driverBy(settings, httpAsk(access));

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
