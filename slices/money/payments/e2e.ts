import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailServer } from '../../../drivers/mail/testing/mailServer.ts';
import type { Look, Visitor } from '../../../e2e/browser.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { expectToast, openScreen, screenIsReady, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf, walk } from '../../../e2e/sweep.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { eventually } from '../../sites/mails/server/testing/harness.ts';
import {
  lastMonth,
  runMonth,
  setBillingProfile,
  useServer,
  vat,
} from '../invoices/server/testing/month.ts';
import { testCompanyBank, testCompanySettings } from '../ledger/server/testing/testCompany.ts';
import {
  connectPaymentProviders,
  openPaymentHarness,
  type PaymentShop,
  payerProfile,
} from './server/testing/paymentHarness.ts';

let harness: Harness;
let shop: PaymentShop;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.start();
  harness = await openHarness();
  shop = await openPaymentHarness(harness.app);
});
afterAll(async () => {
  await harness.close();
  await shop.close();
  await mailServer.stop();
});

const looks: Partial<Look>[] = [{}, { device: 'phone' }];

it.each(looks)(
  'a customer deposits with PayPal, is redirected, returns, and sees the deposit in the balance (%o)',
  (look) =>
    withVisitor(harness, look, async (visitor) => {
      const customer = await harness.app.signInAs('user');
      await customer.put('/billing', payerProfile);
      await signInVisitor(visitor, customer);
      visitor.expectComplaint(/422/);
      await openScreen(visitor, '/billing');
      const { page } = visitor;
      await page.getByLabel('Pay with').selectOption('PayPal');
      await page.getByLabel('Amount to pay in USD').fill('501');
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.getByText('The maximum payment is 500 USD.').waitFor();
      await page.getByLabel('Amount to pay in USD').fill('40');
      await page.getByLabel('Save this payment method for future charges').check();
      expect(await problemsOf(visitor)).toEqual([]);
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.getByRole('heading', { name: 'PayPal' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('$40.00 hasn’t been paid yet.').waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
      await page.getByRole('link', { name: 'Continue at PayPal' }).click();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.getByText('$40.00 paid and added to your balance.').waitFor();
      await screenIsReady(page);
      expect(await problemsOf(visitor)).toEqual([]);
      await page.getByRole('link', { name: 'View transactions' }).click();
      await page
        .getByText(/PayPal/)
        .first()
        .waitFor();
      await openScreen(visitor, '/billing');
      await page.getByRole('listitem').filter({ hasText: 'PayPal p•••@example.test' }).waitFor();
      expect(await problemsOf(visitor)).toEqual([]);
      await page.getByLabel('Amount to pay in USD').fill('10');
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.getByText('$10.00 paid and added to your balance.').waitFor();
      await openScreen(visitor, '/billing');
      await page.getByRole('button', { name: /^Remove PayPal/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expectToast(page, 'Payment method removed');
      expect(
        (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances,
      ).toMatchObject([{ amount: '50' }]);
    }),
);

it.each(looks)('the billing screen doesn’t jump while the payment form loads (%o)', (look) =>
  withVisitor(harness, look, async (visitor) => {
    const customer = await harness.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await signInVisitor(visitor, customer);
    const { page } = visitor;
    await page.route('**/svc/billing/{payments,discounts}', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.goto('/billing');
    await page.locator('[data-part="billing-room"][data-of="pay"]').waitFor();
    const profileSection = page.getByRole('region', { name: 'Billing profile' });
    const readTop = async () => (await profileSection.boundingBox())?.y ?? 0;
    const before = await readTop();
    await page.getByLabel('Pay with').waitFor();
    await page.getByLabel('Promo code', { exact: true }).waitFor();
    await screenIsReady(page);
    expect(Math.abs((await readTop()) - before)).toBeLessThan(10);
  }),
);

it('without a payment connection the screens say so, and once root connects one, customers can pay', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { root } = harness.app;
    const name = `Fresh ${randomUUID().slice(0, 8)}`;
    const { companyId } = shop;
    await root.put(`/companies/${companyId}/payments/stripe`, {
      ...connectionSettings,
      isOn: false,
      secret: shop.stripe.secretKey,
    });
    await root.put(`/companies/${companyId}/payments/paypal`, {
      ...{
        ...connectionSettings,
        isOn: false,
        baseAddress: shop.paypal.origin,
        clientId: name,
        secret: shop.paypal.clientSecret,
      },
    });
    const customer = await harness.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await withVisitor(harness, {}, async (payer) => {
      await signInVisitor(payer, customer);
      await openScreen(payer, '/billing');
      await payer.page.getByText('Card and PayPal payments aren’t available here').waitFor();
    });
    await signInVisitor(visitor, root);
    visitor.expectComplaint(/422/);
    await openScreen(visitor, `/companies/${companyId}/payments`);
    const { page } = visitor;
    const stripe = page.getByRole('region', { name: /^Stripe/ });
    await stripe.getByText('Off').waitFor();
    await stripe.getByLabel('Secret key').fill('sk_test_wrong_key');
    await stripe.getByLabel('Allow customers to pay with this provider').check();
    await stripe.getByRole('button', { name: 'Save Stripe connection' }).click();
    await expectToast(page, 'Stripe connected');
    await stripe.getByRole('button', { name: 'Test Stripe connection' }).click();
    await page.getByText(/Stripe declined the request/).waitFor();
    await stripe.getByLabel('Secret key').fill(shop.stripe.secretKey);
    await stripe.getByRole('button', { name: 'Save Stripe connection' }).click();
    await stripe.getByRole('button', { name: 'Test Stripe connection' }).click();
    await expectToast(page, 'Stripe accepted the keys');
    expect(await problemsOf(visitor)).toEqual([]);
    await withVisitor(harness, {}, async (payer) => {
      await signInVisitor(payer, customer);
      await openScreen(payer, '/billing');
      await payer.page.getByLabel('Amount to pay in USD').fill('25');
      await payer.page.getByRole('button', { name: 'Pay now' }).click();
      await payer.page.getByRole('heading', { name: 'Stripe' }).waitFor();
      await payer.page.getByRole('button', { name: 'Pay now' }).click();
      await payer.page.getByText('$25.00 paid and added to your balance.').waitFor();
    });
  }));

const connectionSettings = {
  ...{
    isLive: false,
    maxAmount: '500',
    keepsMethods: true,
    chargesSaved: true,
    clientId: '',
    webhookId: '',
  },
  get baseAddress() {
    return shop.stripe.origin;
  },
};

/**
 * Creates a customer with a server, invoices the previous month, and waits for the invoice email.
 */
async function invoicedCustomer(): Promise<{ customer: TestClient; number: string }> {
  const { root } = harness.app;
  const settings = {
    host: '127.0.0.1',
    port: mailServer.port,
    security: 'none',
    user: '',
    sender: 'bills@cloud.example',
  };
  await root.put('/mails/settings/mail', settings);
  await root.put(`/companies/${shop.companyId}/settings`, {
    ...testCompanySettings,
    taxNumber: '510000003',
  });
  await root.put(`/companies/${shop.companyId}/billingProperties`, {
    ...testCompanyBank,
    taxes: [vat],
    approvalAbove: '1000',
  });
  const customer = await harness.app.signInAs('user');
  await setBillingProfile(customer);
  const period = lastMonth();
  await useServer(harness.app, customer.userId, period, 200, 'web of the journey');
  await runMonth(shop.clerk, `/invoicing/${shop.companyId}/${period}`);
  const [file] = await eventually(() => {
    const found = mailServer.taken
      .filter(({ to }) => to.includes(customer.email))
      .flatMap(({ mail }) => mail.attachments);
    const pdfs = found.filter(({ mimeType }) => mimeType === 'application/pdf');
    expect(pdfs).toHaveLength(1);
    return pdfs;
  });
  expect(
    Buffer.from(file?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  return { customer, number: file?.filename?.replace('.pdf', '') ?? '' };
}

async function notifyPayPal({
  headers,
  body,
}: {
  headers: Record<string, string>;
  body: string;
}): Promise<void> {
  const { body: answer } = await harness.app.root.get<{
    items: { provider: string; webhookUrl: string }[];
  }>(`/companies/${shop.companyId}/payments`);
  const { pathname } = new URL(
    answer.items.find(({ provider }) => provider === 'paypal')?.webhookUrl ?? '',
  );
  expect(
    (await harness.app.anonymous().call('POST', pathname.replace('/svc', ''), body, headers))
      .status,
  ).toBe(200);
}

const takeScreenshot = async ({ page }: Visitor, name: string): Promise<void> => {
  if (process.env.CLOUDBERTH_SHOTS)
    await page.screenshot({ path: `${process.env.CLOUDBERTH_SHOTS}/${name}.png`, fullPage: true });
};

it('an invoice arrives by email with its PDF, is paid with PayPal, explained, disputed and refunded, with a second approval for a large amount', () =>
  withVisitor(harness, {}, async (visitor) => {
    const { customer, number } = await invoicedCustomer();
    const { page } = visitor;
    await connectPaymentProviders(harness.app, shop);
    await signInVisitor(visitor, customer);
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByText(`Mailed`).first().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await takeScreenshot(visitor, 'unpaid');
    await page.getByRole('button', { name: `Pay ${number}` }).waitFor();
    // Every screen that shows an amount due leads to the payment.
    await openScreen(visitor, '/billing');
    await page.getByRole('button', { name: 'Pay all' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByRole('link', { name: number, exact: true }).click();
    await page.getByRole('button', { name: `Pay ${number}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pay with').selectOption('PayPal');
    expect(await problemsOf(visitor)).toEqual([]);
    await takeScreenshot(visitor, 'pay');
    await dialog.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'PayPal' }).waitFor();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText(/^\$[\d.,]+ paid\.$/).waitFor();
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByText('Paid', { exact: true }).waitFor();
    await page.getByRole('link', { name: number, exact: true }).click();
    await page
      .getByRole('button', { name: /^Explain: web of the journey/ })
      .first()
      .click();
    await dialog.getByText('Recalculated: matches').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const reference = [...shop.paypal.orders.keys()].at(-1) ?? '';
    await notifyPayPal(shop.paypal.dispute(reference));
    await openScreen(visitor, '/billing/history');
    await page.getByText('Dispute debit').last().waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await takeScreenshot(visitor, 'history');
    await openScreen(visitor, '/billing/history/invoices');
    await page.getByRole('button', { name: `Pay ${number}` }).waitFor();
    await withVisitor(harness, {}, async (clerk) => {
      await signInVisitor(clerk, shop.clerk);
      await openScreen(clerk, '/billingAccess/disputes');
      await clerk.page
        .getByRole('row')
        .filter({ hasText: customer.email })
        .getByText('Open', { exact: true })
        .waitFor();
      expect(await problemsOf(clerk)).toEqual([]);
      await takeScreenshot(clerk, 'disputes');
      const path = `/billingManage/${shop.companyId}/${customer.userId}`;
      await openScreen(clerk, `${path}/invoice`);
      const row = clerk.page.getByRole('row').filter({ hasText: number });
      const runAction = async (action: string) => {
        await row.getByRole('button', { name: `Actions for ${number}` }).click();
        await clerk.page.getByRole('menuitem', { name: action }).click();
      };
      expect(await problemsOf(clerk)).toEqual([]);
      await takeScreenshot(clerk, 'tab');
      await runAction('Resend email');
      await expectToast(clerk.page, 'Sending the document by email');
      await runAction('Record payment…');
      const form = clerk.page.getByRole('dialog');
      await form.getByLabel('Amount in USD').fill('1500');
      await form.getByRole('button', { name: 'Book' }).click();
      await expectToast(clerk.page, 'Waiting for second approval');
      await runAction('Credit note…');
      await form.getByLabel('Reason').fill('Was down for a week');
      await form.getByRole('button', { name: 'Credit note' }).click();
      await expectToast(clerk.page, 'Credit note issued');
      await clerk.page.getByText('No amount due.').waitFor();
    });
    await withVisitor(harness, {}, async (second) => {
      await signInVisitor(second, harness.app.root);
      await openScreen(second, '/billingAccess/approvals');
      const name = `Actions for ${customer.email}`;
      expect(await problemsOf(second)).toEqual([]);
      await takeScreenshot(second, 'approvals');
      await second.page.getByRole('button', { name }).click();
      await second.page.getByRole('menuitem', { name: 'Approve' }).click();
      await second.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await expectToast(second.page, 'Approved');
    });
    expect(
      (await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances,
    ).toMatchObject([{ amount: '1500' }]);
  }));

it('the payment screens are accessible on a phone in dark mode and in Hebrew', () =>
  withVisitor(harness, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { root } = harness.app;
    await root.put('/header/language', { language: 'he' });
    await signInVisitor(visitor, root);
    const own = [
      '/billing',
      '/billing/history/invoices',
      '/billingAccess/disputes',
      '/billingAccess/approvals',
    ];
    expect(
      await walk(visitor, [
        ...own,
        `/companies/${shop.companyId}/payments`,
        shop.path,
        `${shop.path}/invoice`,
      ]),
    ).toEqual([]);
  }));
