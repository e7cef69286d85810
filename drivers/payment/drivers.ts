import type { HttpSend, VendorAccess } from '../http/port.ts';
import { createHttpSend } from './createHttpSend.ts';
import { payPalDriver } from './paypal.ts';
import type { PaymentDriver, ProviderSettings } from './port.ts';
import { stripeDriver } from './stripe.ts';

/** The driver for a connection. */
export const paymentDriver = (settings: ProviderSettings, access?: VendorAccess): PaymentDriver =>
  createDriver(settings, createHttpSend(access));

export function createDriver(settings: ProviderSettings, httpSend: HttpSend): PaymentDriver {
  const { baseAddress, secret, now } = settings;
  if (settings.provider === 'stripe')
    return stripeDriver(
      { baseAddress, secretKey: secret, webhookSecret: settings.webhookSecret, now },
      httpSend,
    );
  return payPalDriver(
    {
      baseAddress,
      clientId: settings.clientId,
      clientSecret: secret,
      webhookId: settings.webhookId,
      now,
    },
    httpSend,
  );
}
