import { afterAll, beforeAll, expect, it } from 'vitest';
import { asVisitor, openStage, type Stage } from '../../e2e/portal.ts';
import { enterAs, openScreen } from '../../e2e/steps.ts';
import { connectTill, openTill, payerProfile, type Till } from './server/testing/till.ts';

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

it('who comes back by the browser’s own button finds a form that can be sent again, for the same payment', () =>
  asVisitor(stage, {}, async (visitor) => {
    const customer = await stage.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await enterAs(visitor, customer);
    const { page } = visitor;
    await openScreen(visitor, '/billing');
    await page.getByLabel('Amount to pay in USD').fill('25');
    const pay = page.getByRole('button', { name: 'Pay now' });
    // A page that the browser kept is shown again as it was left: it was sent, and nothing more comes of that.
    await page.route('**/svc/billing/payments', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      else await route.continue();
    });
    await pay.click();
    await page.getByRole('link', { name: 'Go on at Stripe' }).waitFor();
    await page.locator('button[data-loading]').waitFor();
    await page.unroute('**/svc/billing/payments');
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await pay.click();
    await page.getByRole('heading', { name: 'Stripe' }).waitFor();
    expect((await customer.get<{ orders: unknown[] }>('/billing/payments')).body.orders).toHaveLength(1);
  }));

it('what the provider refused is begun anew when it is sent again', () =>
  asVisitor(stage, {}, async (visitor) => {
    const customer = await stage.app.signInAs('user');
    await customer.put('/billing', payerProfile);
    await enterAs(visitor, customer);
    visitor.expectComplaint(/422/);
    const { page } = visitor;
    await openScreen(visitor, '/billing');
    await page.getByLabel('Amount to pay in USD').fill('25');
    await connectTill(stage.app, till, { secret: 'a-key-of-nobody' });
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText(/Stripe refuses/).waitFor();
    await connectTill(stage.app, till);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'Stripe' }).waitFor();
  }));
