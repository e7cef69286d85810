import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, signInVisitor } from '../../../e2e/steps.ts';
import {
  connectPaymentProviders,
  openPaymentHarness,
  type PaymentShop,
  payerProfile,
} from './server/testing/paymentHarness.ts';

let harness: Harness;
let shop: PaymentShop;
beforeAll(async () => {
  harness = await openHarness();
  shop = await openPaymentHarness(harness.app);
});
afterAll(async () => {
  await harness.close();
  await shop.close();
});

it('the browser’s Back button leads to a form that can be resubmitted for the same payment', () =>
  withVisitor(harness, {}, async (visitor) => {
    const customer = await harness.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await signInVisitor(visitor, customer);
    const { page } = visitor;
    await openScreen(visitor, '/billing');
    await page.getByLabel('Amount to pay in USD').fill('25');
    const pay = page.getByRole('button', { name: 'Pay now' });
    // A page restored from the browser's cache looks the way it was left: already submitted, with
    // no further result.
    let sent = 0;
    await page.route('**/svc/billing/payments', async (route) => {
      if (route.request().method() !== 'POST' || sent > 0) return await route.continue();
      sent += 1;
      await route.fetch();
    });
    await pay.click();
    const openOrders = async () =>
      (await customer.get<{ orders: { redirectUrl: string | null }[] }>('/billing/payments')).body
        .orders;
    await expect
      .poll(openOrders, { timeout: 15_000 })
      .toMatchObject([{ redirectUrl: expect.stringContaining(shop.stripe.origin) }]);
    await page.locator('button[data-loading]').waitFor();
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await pay.click();
    await page.getByRole('heading', { name: 'Stripe' }).waitFor();
    expect(await openOrders()).toHaveLength(1);
  }));

it('a payment declined by the provider is started again when the form is resubmitted', () =>
  withVisitor(harness, {}, async (visitor) => {
    const customer = await harness.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await signInVisitor(visitor, customer);
    visitor.expectComplaint(/422/);
    const { page } = visitor;
    await openScreen(visitor, '/billing');
    await page.getByLabel('Amount to pay in USD').fill('25');
    await connectPaymentProviders(harness.app, shop, { secret: 'a-key-of-nobody' });
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText(/Stripe declined the request/).waitFor();
    await connectPaymentProviders(harness.app, shop);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'Stripe' }).waitFor();
  }));

it('shows the latest payments and the open ones, and loads the rest on request', () =>
  withVisitor(harness, {}, async (visitor) => {
    const customer = await harness.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    for (const [index, amount] of ['11', '12', '13', '14', '15', '16', '17'].entries()) {
      const order = {
        key: `payment-${index}`,
        provider: 'paypal',
        amount,
        currency: 'USD',
        keepsMethod: false,
      };
      const { body } = await customer.post<{ id: string }>('/billing/payments', order);
      if (amount !== '12') await customer.delete(`/billing/payments/${body.id}`);
    }
    await signInVisitor(visitor, customer);
    const { page } = visitor;
    await openScreen(visitor, '/billing');
    const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem');
    await payments.first().waitFor();
    const amounts = async () => (await payments.locator('strong').allInnerTexts()).join(' ');
    expect(await amounts()).toBe('$17.00 $16.00 $15.00 $14.00 $13.00 $12.00');
    await page.getByRole('button', { name: 'Show older' }).click();
    expect(await amounts()).toMatch(/\$12\.00 \$11\.00$/);
  }));
