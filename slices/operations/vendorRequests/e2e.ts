import { afterAll, beforeAll, expect, it } from 'vitest';
import { EcbFake } from '../../../drivers/exchangeRates/testing/ecb.ts';
import { type Harness, openHarness, withVisitor } from '../../../e2e/harness.ts';
import { openScreen, sideScroll, signInVisitor } from '../../../e2e/steps.ts';
import { problemsOf } from '../../../e2e/sweep.ts';

let harness: Harness;
let ecb: EcbFake;
beforeAll(async () => {
  harness = await openHarness();
  ecb = await new EcbFake().start();
});
afterAll(async () => {
  await harness?.close();
  await ecb?.stop();
});

it('an operator sees the last request to a service and opens it, on a desktop and on a phone', async () => {
  const { root } = harness.app;
  await withVisitor(harness, {}, async (visitor) => {
    const { page } = visitor;
    await signInVisitor(visitor, root);
    await openScreen(visitor, '/vendorRequests');
    await page.getByText('No requests yet').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);

    await root.put('/settings/exchangeRates.ecbAddress', { value: ecb.address });
    await root.put('/settings/exchangeRates.asksEcb', { value: true });
    expect((await root.post('/exchangeRates/source/ask')).status).toBe(200);
    await harness.app.portal.services.vendors.requestLog.flush();
    await openScreen(visitor, '/vendorRequests');
    await page.locator('main').getByRole('link', { name: 'Exchange rates' }).click();
    await page.getByText('accept: application/xml').waitFor();
    await page.getByText('content-type:').waitFor();
    expect(await problemsOf(visitor)).toEqual([]);
    await page.getByRole('link', { name: 'Open settings' }).click();
    await page.waitForURL('**/exchangeRates');
  });
  const look = { device: 'phone', language: 'he', scheme: 'dark' } as const;
  await withVisitor(harness, look, async (visitor) => {
    await signInVisitor(visitor, root);
    await openScreen(visitor, '/vendorRequests');
    await visitor.page.locator('main').getByRole('link', { name: 'שערי חליפין' }).first().click();
    await visitor.page.getByText('accept: application/xml').waitFor();
    expect(await sideScroll(visitor.page)).toEqual([]);
    expect(await problemsOf(visitor)).toEqual([]);
  });
});
