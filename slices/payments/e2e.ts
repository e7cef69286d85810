import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Look } from '../../e2e/browser.ts';
import { asVisitor, openStage, type Stage } from '../../e2e/portal.ts';
import { enterAs, expectToast, openScreen, screenIsReady } from '../../e2e/steps.ts';
import { problemsOf, walk } from '../../e2e/walk.ts';
import { openTill, payerProfile, type Till } from './server/testing/till.ts';

let stage: Stage;
let till: Till;
beforeAll(async () => {
  stage = await openStage();
  till = await openTill(stage.app);
});
afterAll(async () => {
  await stage.close();
  await till.close();
});

const looks: Partial<Look>[] = [{}, { device: 'phone' }];

it.each(looks)('a customer deposits by PayPal: goes there, comes back, and sees it in the balance (%o)', (look) =>
  asVisitor(stage, look, async (visitor) => {
    const customer = await stage.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await enterAs(visitor, customer);
    visitor.expectComplaint(/422/);
    await openScreen(visitor, '/billing');
    const { page } = visitor;
    await page.getByLabel('Pay with').selectOption('PayPal');
    await page.getByLabel('Amount to pay in USD').fill('501');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('A payment is at most 500 USD.').waitFor();
    await page.getByLabel('Amount to pay in USD').fill('40');
    await page.getByLabel('Keep this method for what I will owe').check();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'PayPal' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('$40.00 is not paid yet.').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: 'Go on at PayPal' }).click();
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('$40.00 is paid and in your balance.').waitFor();
    await screenIsReady(page);
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: 'Open transactions' }).click();
    await page
      .getByText(/PayPal/)
      .first()
      .waitFor();
    await openScreen(visitor, '/billing');
    await page.getByRole('listitem').filter({ hasText: 'PayPal p•••@example.test' }).waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByLabel('Amount to pay in USD').fill('10');
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('$10.00 is paid and in your balance.').waitFor();
    await openScreen(visitor, '/billing');
    await page.getByRole('button', { name: /^Remove PayPal/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'The method is removed');
    expect((await customer.get<{ balances: { amount: string }[] }>('/billing')).body.balances).toMatchObject([{ amount: '50' }]);
  }),
);

it('nobody has connected a company: the screens say so; root connects it and customers can pay', () =>
  asVisitor(stage, {}, async (visitor) => {
    const { root } = stage.app;
    const name = `Fresh ${randomUUID().slice(0, 8)}`;
    const { companyId } = till;
    await root.put(`/companies/${companyId}/payments/stripe`, { ...offered, isOn: false, secret: till.stripe.secretKey });
    await root.put(`/companies/${companyId}/payments/paypal`, {
      ...{ ...offered, isOn: false, baseAddress: till.paypal.origin, clientId: name, secret: till.paypal.clientSecret },
    });
    const customer = await stage.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await asVisitor(stage, {}, async (payer) => {
      await enterAs(payer, customer);
      await openScreen(payer, '/billing');
      await payer.page.getByText('Cards and PayPal are not connected here').waitFor();
    });
    await enterAs(visitor, root);
    visitor.expectComplaint(/422/);
    await openScreen(visitor, `/companies/${companyId}/payments`);
    const { page } = visitor;
    const stripe = page.getByRole('region', { name: /^Stripe/ });
    await stripe.getByText('Switched off').waitFor();
    await stripe.getByLabel('Secret key').fill('sk_test_wrong_key');
    await stripe.getByLabel('Customers can pay this way').check();
    await stripe.getByRole('button', { name: 'Save Stripe' }).click();
    await expectToast(page, 'Stripe is connected');
    await stripe.getByRole('button', { name: 'Try Stripe' }).click();
    await page.getByText(/Stripe refuses/).waitFor();
    await stripe.getByLabel('Secret key').fill(till.stripe.secretKey);
    await stripe.getByRole('button', { name: 'Save Stripe' }).click();
    await stripe.getByRole('button', { name: 'Try Stripe' }).click();
    await expectToast(page, 'Stripe takes the keys');
    expect(await problemsOf(visitor)).toEqual([]);
    await asVisitor(stage, {}, async (payer) => {
      await enterAs(payer, customer);
      await openScreen(payer, '/billing');
      await payer.page.getByLabel('Amount to pay in USD').fill('25');
      await payer.page.getByRole('button', { name: 'Pay now' }).click();
      await payer.page.getByRole('heading', { name: 'Stripe' }).waitFor();
      await payer.page.getByRole('button', { name: 'Pay now' }).click();
      await payer.page.getByText('$25.00 is paid and in your balance.').waitFor();
    });
  }));

const offered = {
  ...{ isLive: false, maxAmount: '500', keepsMethods: true, chargesSaved: true, clientId: '', webhookId: '' },
  get baseAddress() {
    return till.stripe.origin;
  },
};

it('its screens have no barrier on a phone, dark and in Hebrew', () =>
  asVisitor(stage, { device: 'phone', scheme: 'dark', language: 'he' }, async (visitor) => {
    const { root } = stage.app;
    await root.put('/header/language', { language: 'he' });
    await enterAs(visitor, root);
    expect(await walk(visitor, ['/billing', `/companies/${till.companyId}/payments`, till.path])).toEqual([]);
  }));
