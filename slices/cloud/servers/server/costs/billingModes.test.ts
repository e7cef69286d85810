import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createServer } from '../../../../../e2e/createServer.ts';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';

let app: TestApp;
let customer: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  customer = await app.signInAs('user');
});
afterAll(() => app.close());

interface Options {
  billingModes: string[];
}
const order = {
  cpuType: 'B',
  cores: 1,
  ramMb: 1024,
  disks: [{ sizeGb: 20 }],
  nics: [{ networkId: 'auto' }],
  password: 'Server_Password_1',
};

it('an hourly-only price list sells no monthly servers, but existing monthly servers continue', async () => {
  const before = await createServer(customer);
  await customer.put(`/servers/${before}/billing`, { billingMode: 'monthly' });
  const { items } = (
    await app.root.get<{ items: { id: string; state: string }[] }>('/pricelists?size=0')
  ).body;
  const currentListId = items.find(({ state }) => state === 'inForce')?.id;
  const list = (
    await app.root.get<{
      items: { code: string; hourly: string; monthly: string; poweredOff: string }[];
    }>(`/pricelists/${currentListId}`)
  ).body;
  const prices = list.items.map(({ code, hourly, monthly, poweredOff }) => ({
    code,
    hourly,
    monthly,
    poweredOff,
  }));
  const created = await app.root.post<{ id: string }>('/pricelists', {
    name: 'Hourly',
    currency: 'USD',
    billingModes: 'hourlyOnly',
    items: prices,
  });
  await app.root.put(`/pricelists/accounts/${customer.userId}`, {
    list: { siteId: app.siteId, name: 'Hourly' },
  });
  expect((await app.root.get(`/pricelists/${created.body.id}`)).body).toMatchObject({
    billingModes: 'hourlyOnly',
  });
  expect((await customer.get('/pricing')).body).toMatchObject({ billingModes: 'hourlyOnly' });

  const options = (
    await customer.get<Options & { images: { id: string }[]; datacenterId: string }>(
      '/servers/create/options',
    )
  ).body;
  expect(options.billingModes).toEqual(['hourly']);
  const request = {
    ...order,
    name: 'by-the-month',
    datacenterId: options.datacenterId,
    imageId: options.images[0]?.id,
  };
  const rejected = await customer.post('/servers', { ...request, billingMode: 'monthly' });
  expect([rejected.status, rejected.body.errors?.[0]?.key]).toEqual([422, 'billingMode']);

  const after = await createServer(customer);
  expect((await customer.put(`/servers/${after}/billing`, { billingMode: 'monthly' })).status).toBe(
    422,
  );
  expect((await customer.get(`/servers/${after}`)).body).toMatchObject({ billingMode: 'hourly' });
  expect(
    (await customer.put(`/servers/${before}/billing`, { billingMode: 'monthly', backup: true }))
      .status,
  ).toBe(200);
  expect((await customer.get(`/servers/${before}`)).body).toMatchObject({
    billingMode: 'monthly',
    backup: true,
  });

  const otherUser = await app.signInAs('user');
  expect((await otherUser.get<Options>('/servers/create/options')).body.billingModes).toEqual([
    'hourly',
    'monthly',
  ]);
});

it.each(['hourly', 'monthly'])(
  'a server that is turned off, %s, costs the off prices of the list, and the on prices once it is turned on again',
  async (billingMode) => {
    const items = [
      { code: 'cpu.B', hourly: '0.01', monthly: '6', poweredOff: 'free' },
      {
        code: 'ram.gb',
        hourly: '0.004',
        monthly: '2.4',
        poweredOff: 'priced',
        offHourly: '0.0004',
        offMonthly: '0.24',
      },
      ...['disk.gb', 'ip.wan', 'snapshot.gb'].map((code) => ({
        code,
        hourly: '0.0001',
        monthly: '0.06',
        poweredOff: 'charge',
      })),
    ];
    const name = `Off ${billingMode}`;
    await app.root.post('/pricelists', { name, currency: 'USD', items });
    const buyer = await app.signInAs('user');
    await app.root.put(`/pricelists/accounts/${buyer.userId}`, {
      list: { siteId: app.siteId, name },
    });
    const id = await createServer(buyer);
    if (billingMode === 'monthly') await buyer.put(`/servers/${id}/billing`, { billingMode });
    const billingModes = async () =>
      (
        await sql<{ item: string; mode: string }>`
        select item, mode from span where subject_id = ${id} and to_at is null and split_part(item, '.', 1) in ('cpu', 'ram') order by item`.execute(
          app.portal.services.database.db,
        )
      ).rows.map(({ item, mode }) => `${item} ${mode}`);
    const setPower = async (command: 'on' | 'off', expected: string[]) => {
      const { status, body, text } = await buyer.put<{ cmdId: number }>(`/servers/${id}/power`, {
        state: command,
      });
      expect(status, text).toBe(200);
      // The server can't be turned on again until it is off.
      const exitCode = async () =>
        (await buyer.get<{ exitCode: number | null }>(`/queue/command/${body.cmdId}`)).body
          .exitCode;
      await expect.poll(exitCode).toBe(0);
      await vi.waitFor(async () => expect(await billingModes()).toEqual(expected), {
        timeout: 20_000,
        interval: 50,
      });
    };
    const on = [`cpu.B ${billingMode}`, `ram.gb ${billingMode}`];
    expect(await billingModes()).toEqual(on);
    // The processor's month is prepaid.
    await setPower(
      'off',
      billingMode === 'monthly' ? ['cpu.B monthly', 'ram.gb.off monthly'] : ['ram.gb.off hourly'],
    );
    await setPower('on', on);
  },
);
