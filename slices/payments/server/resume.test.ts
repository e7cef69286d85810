import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import type { TestClient } from '../../../server/testing/client.ts';
import { openTill, payerProfile, type Till } from './testing/till.ts';

let app: TestApp;
let till: Till;
beforeAll(async () => {
  app = await startTestApp();
  till = await openTill(app);
});
afterAll(async () => {
  await app.close();
  await till.close();
});

const ends = (cmdId: number) =>
  expect
    .poll(async () => (await app.root.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode, {
      timeout: 20_000,
      interval: 50,
    })
    .toBe(0);
const powerOf = async (id: string) => (await app.root.get<{ power: string }>(`/servers/${id}`)).body.power;
const becomes = (id: string, power: string) => expect.poll(() => powerOf(id), { timeout: 15_000, interval: 50 }).toBe(power);

async function makeServer(customer: TestClient): Promise<string> {
  const { body: options } = await customer.get<{ datacenterId: string; images: { id: string }[] }>('/servers/create/options');
  const body = {
    ...{
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      name: `srv-${randomUUID().slice(0, 8)}`,
      cpuType: 'B',
      cores: 1,
    },
    ...{ ramMb: 1024, disks: [{ sizeGb: 20 }], nics: [{ networkId: 'auto' }], billingMode: 'hourly', password: 'Server_Password_1' },
  };
  const created = await customer.post<{ cmdId: number; servers: { id: string }[] }>('/servers', body);
  expect(created.status, created.text).toBe(200);
  await ends(created.body.cmdId);
  return created.body.servers[0]?.id ?? '';
}

/** Pays at PayPal and never comes back: PayPal tells of it. */
async function payUnseen(customer: TestClient, amount: string): Promise<void> {
  const body = { key: randomUUID(), provider: 'paypal', amount, currency: 'USD', keepsMethod: false };
  const { redirectUrl } = (await customer.post<{ redirectUrl: string }>('/billing/payments', body)).body;
  const reference = new URL(redirectUrl).searchParams.get('token') ?? '';
  till.paypal.approve(reference);
  const { items } = (await app.root.get<{ items: { provider: string; webhookUrl: string }[] }>(`/companies/${till.companyId}/payments`))
    .body;
  const { pathname } = new URL(items.find(({ provider }) => provider === 'paypal')?.webhookUrl ?? '');
  const news = till.paypal.approved(reference);
  expect((await app.stranger().call('POST', pathname.replace('/svc', ''), news.body, news.headers)).status).toBe(200);
}

it('what was on when an account was suspended for its debt is on again once a payment has met it', async () => {
  const customer = await app.signInAs('user');
  await customer.put('/billing', payerProfile);
  const server = await makeServer(customer);
  const debt = { key: randomUUID(), amount: '30', currency: 'USD', reason: 'A test', mayOwe: true };
  await till.clerk.post(`/billingManage/${till.companyId}/${customer.userId}/charges`, debt);
  const suspended = { list: customer.email, reason: 'Unpaid bill', checkOnly: false, cause: 'billing' };
  await ends((await app.root.post<{ cmdId: number }>('/suspendAccounts', suspended)).body.cmdId);
  await becomes(server, 'off');
  expect((await customer.put(`/servers/${server}/power`, { state: 'on' })).status).toBe(403);
  await payUnseen(customer, '20');
  expect((await customer.put(`/servers/${server}/power`, { state: 'on' })).status).toBe(403);
  await payUnseen(customer, '10');
  await becomes(server, 'on');
  expect((await customer.put(`/servers/${server}/power`, { state: 'off' })).status).toBe(200);
});
