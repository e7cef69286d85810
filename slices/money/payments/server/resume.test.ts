import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';
import { openPaymentHarness, type PaymentShop, payerProfile } from './testing/paymentHarness.ts';

let app: TestApp;
let shop: PaymentShop;
const db = () => app.portal.services.database.db;
beforeAll(async () => {
  app = await startTestApp();
  shop = await openPaymentHarness(app);
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const waitForTask = (cmdId: number) =>
  expect
    .poll(
      async () =>
        (await app.root.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode,
      {
        timeout: 20_000,
        interval: 50,
      },
    )
    .toBe(0);
const powerOf = async (id: string) =>
  (await app.root.get<{ power: string }>(`/servers/${id}`)).body.power;
const waitForPower = (id: string, power: string) =>
  expect.poll(() => powerOf(id), { timeout: 15_000, interval: 50 }).toBe(power);

async function makeServer(customer: TestClient): Promise<string> {
  const { body: options } = await customer.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  const body = {
    ...{
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      name: `srv-${randomUUID().slice(0, 8)}`,
      cpuType: 'B',
      cores: 1,
    },
    ...{
      ramMb: 1024,
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
    },
  };
  const created = await customer.post<{ cmdId: number; servers: { id: string }[] }>(
    '/servers',
    body,
  );
  expect(created.status, created.text).toBe(200);
  await waitForTask(created.body.cmdId);
  return created.body.servers[0]?.id ?? '';
}

/** Pays at PayPal without returning to the portal. Only PayPal's event reports the payment. */
async function payWithoutEvent(customer: TestClient, amount: string): Promise<void> {
  const body = {
    key: randomUUID(),
    provider: 'paypal',
    amount,
    currency: 'USD',
    keepsMethod: false,
  };
  const { redirectUrl } = (await customer.post<{ redirectUrl: string }>('/billing/payments', body))
    .body;
  const reference = new URL(redirectUrl).searchParams.get('token') ?? '';
  shop.paypal.approve(reference);
  const { items } = (
    await app.root.get<{ items: { provider: string; webhookUrl: string }[] }>(
      `/companies/${shop.companyId}/payments`,
    )
  ).body;
  const { pathname } = new URL(
    items.find(({ provider }) => provider === 'paypal')?.webhookUrl ?? '',
  );
  const event = shop.paypal.approved(reference);
  expect(
    (await app.anonymous().call('POST', pathname.replace('/svc', ''), event.body, event.headers))
      .status,
  ).toBe(200);
}

it('after the payment, restarts what was running before a suspension for nonpayment', async () => {
  const customer = await app.signInAs('user');
  await customer.put('/billing', payerProfile);
  const server = await makeServer(customer);
  const debt = { key: randomUUID(), amount: '30', currency: 'USD', reason: 'A test', mayOwe: true };
  await shop.clerk.post(`/billingManage/${shop.companyId}/${customer.userId}/charges`, debt);
  const suspended = {
    list: customer.email,
    reason: 'Unpaid bill',
    checkOnly: false,
    cause: 'billing',
  };
  await waitForTask(
    (await app.root.post<{ cmdId: number }>('/suspendAccounts', suspended)).body.cmdId,
  );
  await waitForPower(server, 'off');
  expect((await customer.put(`/servers/${server}/power`, { state: 'on' })).status).toBe(403);
  await payWithoutEvent(customer, '20');
  expect((await customer.put(`/servers/${server}/power`, { state: 'on' })).status).toBe(403);
  await payWithoutEvent(customer, '10');
  await waitForPower(server, 'on');
  expect((await customer.put(`/servers/${server}/power`, { state: 'off' })).status).toBe(200);
});

describe('an account suspended together with its parent account', () => {
  const suspend = async (...clients: TestClient[]) => {
    const body = {
      list: clients.map(({ userId }) => userId).join('\n'),
      reason: 'Unpaid bill',
      checkOnly: false,
      cause: 'billing',
    };
    await waitForTask(
      (await app.root.post<{ cmdId: number }>('/suspendAccounts', body)).body.cmdId,
    );
  };
  const resume = async (client: TestClient) => {
    const body = { list: client.userId, reason: 'Settled', checkOnly: false };
    const dryRun = await app.root.post<{ lines: { effects: string[] }[] }>('/resumeAccounts', {
      ...body,
      checkOnly: true,
    });
    const { cmdId, batchId } = (
      await app.root.post<{ cmdId: number; batchId: string }>('/resumeAccounts', body)
    ).body;
    await waitForTask(cmdId);
    const { lines } = (
      await app.root.get<{ lines: { note: string }[] }>(`/accountBatches/${batchId}`)
    ).body;
    return { effects: dryRun.body.lines[0]?.effects, note: lines[0]?.note };
  };
  const pay = async (client: TestClient) => {
    const body = { key: randomUUID(), amount: '5', currency: 'USD', reason: 'A transfer' };
    expect(
      (await shop.clerk.post(`/billingManage/${shop.companyId}/${client.userId}/payments`, body))
        .status,
    ).toBe(200);
  };
  const stateOf = async (client: TestClient) =>
    (await client.get<{ accountStatus: string }>('/user')).body.accountStatus;
  let parent: TestClient;
  let subAccount: TestClient;
  let servers: { parents: string; childs: string };
  beforeEach(async () => {
    parent = await app.signInAs('user');
    subAccount = await app.signInAs('user', { parentId: parent.userId });
    servers = { parents: await makeServer(parent), childs: await makeServer(subAccount) };
    await suspend(parent, subAccount);
    for (const id of Object.values(servers)) await waitForPower(id, 'off');
  });

  it('is resumed after its own payment, but its servers stay off until the parent account has paid too', async () => {
    await pay(subAccount);
    expect(await stateOf(subAccount)).toBe('Ok');
    expect(
      (await subAccount.put(`/servers/${servers.childs}/power`, { state: 'on' })).body.code,
    ).toEqual([2960]);
    // No task starts the server yet, and the portal still remembers to do so.
    const { rows } =
      await sql`select server_id as id from account_suspended_server where user_id = ${subAccount.userId}`.execute(
        db(),
      );
    expect(rows).toEqual([{ id: servers.childs }]);
    await pay(parent);
    for (const id of Object.values(servers)) await waitForPower(id, 'on');
  });

  it('shows this in the dry run and the result of a resume, and its servers start with those of the parent', async () => {
    const { effects, note } = await resume(subAccount);
    expect([effects?.[1], note]).toEqual([
      expect.stringContaining('stay off'),
      expect.stringContaining('stay off'),
    ]);
    expect((await resume(parent)).effects?.[1]).toBe('Servers turned on again: 2.');
    for (const id of Object.values(servers)) await waitForPower(id, 'on');
  });

  it('isn’t restarted with its parent while it is suspended itself', async () => {
    await pay(parent);
    await waitForPower(servers.parents, 'on');
    expect(await powerOf(servers.childs)).toBe('off');
    await pay(subAccount);
    await waitForPower(servers.childs, 'on');
  });

  it('is fully restarted when both pay at the same moment', async () => {
    await Promise.all([pay(subAccount), pay(parent)]);
    for (const id of Object.values(servers)) await waitForPower(id, 'on');
  });
});
