import { PayPalFake } from '../../../../../drivers/payment/testing/paypal.ts';
import { StripeFake } from '../../../../../drivers/payment/testing/stripe.ts';
import type { PaymentVendor } from '../../../../../drivers/payment/testing/vendor.ts';
import { clock } from '../../../../../server/platform/clock.ts';
import type { TestApp } from '../../../../../server/testing/app.ts';
import { createTestCompany, type TestCompany } from '../../../ledger/server/testing/testCompany.ts';

/** A company that accepts cards and PayPal through local Stripe and PayPal simulators. */
export interface PaymentShop extends TestCompany {
  paypal: PayPalFake;
  stripe: StripeFake;
  close(): Promise<void>;
}

export const payerProfile = {
  ...{
    kind: 'person',
    name: 'Alex Example',
    street: '2 Example Street',
    city: 'Berlin',
    region: '',
    postalCode: '10115',
  },
  ...{ country: 'DE', taxNumber: '' },
};

/** The connection settings of the company, except its key. */
export const terms = {
  isOn: true,
  isLive: false,
  maxAmount: '500',
  keepsMethods: true,
  chargesSaved: true,
  clientId: '',
  webhookId: '',
};

const started = async <V extends PaymentVendor>(vendor: V): Promise<V> => {
  vendor.now = () => clock.now();
  return await vendor.start();
};

export async function openPaymentHarness(app: TestApp): Promise<PaymentShop> {
  const company = await createTestCompany(app);
  const { paypal, stripe, connect, close } = await startPaymentProviders();
  await connect(app, company.companyId);
  await company.customer.put('/billing', payerProfile);
  return { ...company, paypal, stripe, close };
}

/** The simulated providers that companies are connected to. */
export interface Vendors extends Pick<PaymentShop, 'paypal' | 'stripe' | 'close'> {
  connect(app: TestApp, companyId: string): Promise<void>;
}

export async function startPaymentProviders(): Promise<Vendors> {
  const [paypal, stripe] = await Promise.all([
    started(new PayPalFake()),
    started(new StripeFake()),
  ]);
  return {
    ...{ paypal, stripe },
    connect: async (app, companyId) =>
      await connectPaymentProviders(app, { companyId, paypal, stripe }),
    close: async () => void (await Promise.all([paypal.stop(), stripe.stop()])),
  };
}

/** Reconnects both providers with the initial settings. */
export async function connectPaymentProviders(
  app: TestApp,
  { companyId, paypal, stripe }: Pick<PaymentShop, 'companyId' | 'paypal' | 'stripe'>,
  more: object = {},
): Promise<void> {
  const connections = {
    paypal: {
      baseAddress: paypal.origin,
      clientId: paypal.clientId,
      webhookId: paypal.webhookId,
      secret: paypal.clientSecret,
    },
    stripe: {
      baseAddress: stripe.origin,
      secret: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
    },
  };
  for (const [provider, connection] of Object.entries(connections)) {
    const { status, text } = await app.root.put(`/companies/${companyId}/payments/${provider}`, {
      ...terms,
      ...connection,
      ...more,
    });
    if (status !== 200) throw new Error(`${provider} could not be connected: ${text}`);
  }
}
