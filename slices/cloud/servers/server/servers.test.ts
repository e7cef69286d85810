import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
let owner: TestClient;
let otherUser: TestClient;
let choice: { datacenterId: string; imageId: string };

interface Detail {
  power: string;
  status: string;
  ips: string[];
  cores: number;
  disks: { id: string; sizeGb: number }[];
  nics: { id: string; address: string }[];
}

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  otherUser = await app.signInAs('user');
  const { body } = await owner.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  choice = { datacenterId: body.datacenterId, imageId: body.images[0]?.id ?? '' };
}, 30_000);
afterAll(() => app.close());

const body = (more: Record<string, unknown> = {}) => ({
  ...choice,
  ...{
    name: `srv-${randomUUID().slice(0, 8)}`,
    cpuType: 'B',
    cores: 1,
    ramMb: 1024,
    disks: [{ sizeGb: 20 }],
    nics: [{ networkId: 'auto' }],
  },
  ...{ billingMode: 'hourly', password: 'Server_Password_1', ...more },
});
const requestServer = (more: Record<string, unknown>) =>
  owner.post<{ cmdId?: number; servers?: { id: string }[] }>('/servers', body(more));
const errorsOf = (answer: Answer) => answer.body.errors?.map((error) => [error.code, error.key]);

async function waitForTask(cmdId: number | undefined, client = owner): Promise<number | null> {
  const exitCode = async () =>
    (await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode;
  await expect.poll(exitCode, { timeout: 15_000, interval: 50 }).not.toBeNull();
  return await exitCode();
}
async function make(more: Record<string, unknown> = {}): Promise<string> {
  const created = await requestServer(more);
  expect(await waitForTask(created.body.cmdId), created.text).toBe(0);
  return created.body.servers?.[0]?.id ?? '';
}
const detail = async (id: string) => (await owner.get<Detail>(`/servers/${id}`)).body;

/** Expects two errors on the same field. */
const errorTwice = (field: string): [number, string][] => [
  [1000, field],
  [1000, field],
];

describe('creating', () => {
  it('offers three sizes in each datacenter, with Debian as the first image and the trial guest as the last', async () => {
    interface Options {
      datacenters: { id: string }[];
      images: { id: string; code: string; readyIn: string[] }[];
      presets: { id: string; datacenterId: string; imageId: string; price: { monthly: string } }[];
    }
    const { datacenters, images, presets } = (await owner.get<Options>('/servers/create/options'))
      .body;
    expect(datacenters.length).toBeGreaterThan(0);
    for (const { id } of datacenters) {
      const datacenterPresets = presets.filter(({ datacenterId }) => datacenterId === id);
      expect(datacenterPresets.map((preset) => preset.id)).toEqual(['small', 'medium', 'large']);
      const codes = images.filter(({ readyIn }) => readyIn.includes(id)).map(({ code }) => code);
      expect(codes.length).toBeGreaterThan(1);
      expect(
        datacenterPresets.map(({ imageId }) => images.find((image) => image.id === imageId)?.code),
      ).toEqual(['debian', 'debian', 'debian']);
      expect(
        datacenterPresets
          .map(({ price }) => Number(price.monthly))
          .every((price, index, all) => price > (all[index - 1] ?? 0)),
      ).toBe(true);
    }
  });

  it.each([
    ['a name that is too short', { name: 'abc' }, [[1000, 'name']]],
    ['a name with characters that are not allowed', { name: 'under score' }, [[1000, 'name']]],
    ['eleven at once', { quantity: 11 }, [[1103, 'quantity']]],
    ...[-1, 0, 0.5, '2'].map((quantity): [string, Record<string, unknown>, [number, string][]] => [
      `${quantity} at once`,
      { quantity },
      [[1000, 'quantity']],
    ]),
    ['cores of a half', { cores: 0.5 }, [[1000, 'cores']]],
    ['negative memory', { ramMb: -1024 }, [[1000, 'ramMb']]],
    // Neither an integer nor within the limit.
    ['more than can be counted', { quantity: 1e308 }, [...errorTwice('quantity')]],
    ['a disk without a size', { disks: [{ sizeGb: 1e308 }] }, [...errorTwice('disks.0.sizeGb')]],
    ['a discount of its own', { discount: '100' }, [[1000, 'discount']]],
    ['a currency of its own', { currency: 'ILS' }, [[1000, 'currency']]],
    [
      'nine network interfaces',
      { nics: Array.from({ length: 9 }, () => ({ networkId: 'auto' })) },
      [[1107, 'nics']],
    ],
    ['no network interface', { nics: [] }, [[1107, 'nics']]],
    [
      'a disk size that is not offered',
      { disks: [{ sizeGb: 20 }, { sizeGb: 33 }] },
      [[1112, 'disks.1.sizeGb']],
    ],
    ['a first disk above 2000 GB', { disks: [{ sizeGb: 3000 }] }, [[1112, 'disks.0.sizeGb']]],
    ['more cores than offered', { cores: 999 }, [[1112, 'cores']]],
    ['neither password nor key', { password: undefined }, [[1108, 'password']]],
    ['user data that isn’t YAML', { userData: '#cloud-config\na: [1' }, [[1114, 'userData']]],
    ['a price from outside', { monthly: '0' }, [[1000, 'monthly']]],
  ])('is rejected with %s and the field name', async (_case, more, errors) => {
    const answer = await requestServer(more);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(errorsOf(answer)).toEqual(errors);
  });

  it('accepts one of several concurrent requests with the same name', async () => {
    const name = `race-${randomUUID().slice(0, 6)}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestServer({ name })));
    expect(answers.filter((answer) => answer.body.servers)).toHaveLength(1);
    expect(
      new Set(
        answers.filter((answer) => !answer.body.servers).map((answer) => answer.body.code?.[0]),
      ),
    ).toEqual(new Set([1102]));
  });

  it('has one effect per idempotency key', async () => {
    const key = randomUUID();
    const request = body();
    const send = () =>
      owner.call<{ servers: { id: string }[] }>('POST', '/servers', request, {
        'idempotency-key': key,
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    const other = await owner.call('POST', '/servers', body(), { 'idempotency-key': key });
    expect(other.body.code).toEqual([1007]);
  });

  it('leaves no server, address, disk or usage span behind when the engine rejects it', async () => {
    const answer = await requestServer({ name: 'fail-create' });
    expect(await waitForTask(answer.body.cmdId)).toBe(1);
    const id = answer.body.servers?.[0]?.id ?? '';
    expect((await owner.get(`/servers/${id}`)).status).toBe(404);
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from nic where server_id = ${id}) + (select count(*) from server_disk where server_id = ${id})
        + (select count(*) from span where subject_id = ${id}) as left`.execute(
      app.portal.services.database.db,
    );
    expect(rows[0]?.left).toBe(0);
    const { body: task } = await owner.get<{ failure: { reason: string; nextStep: string } }>(
      `/queue/command/${answer.body.cmdId}`,
    );
    expect(task.failure.reason).not.toBe('');
    expect(task.failure.nextStep).not.toBe('');
  });
});

describe('a resource of another user', () => {
  it('gets the same response as a missing one on every endpoint', async () => {
    const id = await make();
    const missing = randomUUID();
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['PUT', '/power', { state: 'off' }],
      ['PUT', '/size', { cpuType: 'B', cores: 2, ramMb: 2048 }],
      ['POST', '/disks', { sizeGb: 10 }],
      ['POST', '/snapshots', { name: 'x' }],
      ['GET', '/snapshots'],
      ['GET', '/history'],
      ['GET', '/cost'],
      ['GET', '/statistics?range=1h'],
      ['POST', '/console', { kind: 'serial' }],
      ['PUT', '/name', { name: 'stolen' }],
      ['DELETE', ''],
    ];
    for (const [method, path, sent] of calls) {
      const notOwned = await otherUser.call(method, `/servers/${id}${path}`, sent);
      const missingAnswer = await otherUser.call(method, `/servers/${missing}${path}`, sent);
      expect([notOwned.status, notOwned.text.replaceAll(id, '…')], `${method} ${path}`).toEqual([
        404,
        missingAnswer.text.replaceAll(missing, '…'),
      ]);
    }
    const bulk = await otherUser.put<{
      results: { name: string | null; error: { code: number } }[];
    }>('/servers/power', {
      ids: [id],
      state: 'off',
    });
    expect(bulk.body.results).toMatchObject([{ name: null, error: { code: 1001 } }]);
    expect(await detail(id)).toMatchObject({ power: 'on', status: 'ready' });
  });
});

describe('Server', () => {
  it('grows while running, shrinks only while off, starts, and costs what the price list says', async () => {
    const id = await make();
    const larger = { cpuType: 'B', cores: 4, ramMb: 4096 };
    expect(
      await waitForTask(
        (await owner.put<{ cmdId: number }>(`/servers/${id}/size`, larger)).body.cmdId,
      ),
    ).toBe(0);
    expect(await detail(id)).toMatchObject({ power: 'on', cores: 4 });
    const rejected = await owner.put(`/servers/${id}/size`, {
      cpuType: 'B',
      cores: 2,
      ramMb: 2048,
    });
    expect(rejected.body.code).toEqual([1109]);
    expect(
      await waitForTask(
        (await owner.put<{ cmdId: number }>(`/servers/${id}/power`, { state: 'off' })).body.cmdId,
      ),
    ).toBe(0);
    expect(
      await waitForTask(
        (
          await owner.put<{ cmdId: number }>(`/servers/${id}/size`, {
            cpuType: 'B',
            cores: 2,
            ramMb: 2048,
          })
        ).body.cmdId,
      ),
    ).toBe(0);
    expect(
      await waitForTask(
        (await owner.put<{ cmdId: number }>(`/servers/${id}/power`, { state: 'on' })).body.cmdId,
      ),
    ).toBe(0);
    expect(await detail(id)).toMatchObject({ power: 'on', cores: 2 });
    const cost = await owner.get<{ amount: string; currency: string; lines: { item: string }[] }>(
      `/servers/${id}/cost`,
    );
    expect(Number(cost.body.amount)).toBeGreaterThan(0);
    expect(cost.body.lines.map((line) => line.item).sort()).toEqual([
      'cpu.B',
      'disk.gb',
      'ip.wan',
      'ram.gb',
    ]);
  });

  it('rejects a smaller disk and actions that its state does not allow, with a message', async () => {
    const id = await make({ powerOn: false });
    expect((await owner.put(`/servers/${id}/power`, { state: 'reboot' })).body.code).toEqual([
      1100,
    ]);
    expect((await owner.post(`/servers/${id}/console`, { kind: 'serial' })).body.code).toEqual([
      1501,
    ]);
    const [disk] = (await detail(id)).disks;
    expect((await owner.put(`/servers/${id}/disks/${disk?.id}`, { sizeGb: 10 })).body.code).toEqual(
      [1105],
    );
    expect((await owner.delete(`/servers/${id}/disks/${disk?.id}`)).body.code).toEqual([1106]);
    expect((await owner.put(`/servers/${id}/restore`)).body.code).toEqual([1110]);
    const [nic] = (await detail(id)).nics;
    expect((await owner.delete(`/servers/${id}/nics/${nic?.id}`)).body.code).toEqual([1107]);
  });

  it('is restored from the Trash with its address and name, costs nothing there, and releases both when deleted permanently', async () => {
    const id = await make();
    const { ips } = await detail(id);
    expect(
      await waitForTask((await owner.delete<{ cmdId: number }>(`/servers/${id}`)).body.cmdId),
    ).toBe(0);
    const open = async () =>
      (
        await sql`select from span where subject_id = ${id} and to_at is null`.execute(
          app.portal.services.database.db,
        )
      ).rows.length;
    expect(await open()).toBe(0);
    expect(
      await waitForTask((await owner.put<{ cmdId: number }>(`/servers/${id}/restore`)).body.cmdId),
    ).toBe(0);
    expect(await detail(id)).toMatchObject({ status: 'ready', power: 'off', ips });
    expect(await open()).toBeGreaterThan(0);
    expect(
      await waitForTask((await owner.delete<{ cmdId: number }>(`/servers/${id}`)).body.cmdId),
    ).toBe(0);
    expect(
      await waitForTask((await owner.delete<{ cmdId: number }>(`/servers/${id}/bin`)).body.cmdId),
    ).toBe(0);
    expect((await owner.get(`/servers/${id}`)).status).toBe(404);
  });

  it('is found by its address, an address pattern, its MAC address and part of its name', async () => {
    const name = `find-${randomUUID().slice(0, 8)}`;
    const id = await make({ name });
    const [ip = ''] = (await detail(id)).ips;
    const { rows } = await sql<{
      mac: string;
    }>`select mac::text from nic where server_id = ${id}`.execute(app.portal.services.database.db);
    const found = async (filter: string) =>
      (
        await owner.get<{ items: { id: string }[] }>(
          `/servers?size=500&filter=${encodeURIComponent(filter)}`,
        )
      ).body.items.map((item) => item.id);
    for (const filter of [ip, ip.replace(/\d+$/, '*'), rows[0]?.mac ?? '', name.slice(2, 9), id])
      expect(await found(filter), filter).toContain(id);
    expect(await found('no-such-server')).toEqual([]);
  });

  it('opens its console only to the first user of the ticket', async () => {
    const id = await make();
    const { body: console } = await owner.post<{ path: string }>(`/servers/${id}/console`, {
      kind: 'serial',
    });
    const open = () =>
      new Promise<number | 'open'>((resolve) => {
        const socket = new WebSocket(app.address.replace('http', 'ws') + console.path);
        socket.onmessage = () => {
          resolve('open');
          socket.close();
        };
        socket.onclose = (event) => resolve(event.code);
      });
    expect(await open()).toBe('open');
    expect(await open()).toBe(4403);
  });
});

describe('the CSV export of the list', () => {
  it('contains all filtered rows and no formulas', async () => {
    await make({ tags: ['=cmd()'] });
    const { text, headers } = await owner.get('/servers/csv');
    expect(headers.get('content-type')).toContain('text/csv');
    expect(text.split('\r\n')[0]).toContain('name');
    expect(text).toContain("'=cmd()");
    expect(text).not.toMatch(/(^|,)"?=/m);
  });
});
