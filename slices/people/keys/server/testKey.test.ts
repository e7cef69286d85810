import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { keyClient, makeKey, type TestKey } from '../../../../server/testing/keyClient.ts';

let app: TestApp;
let owner: TestClient;
let admin: TestClient;
let key: TestKey;
let program: TestClient;
let serverId = '';

const codeOf = (answer: Answer) => [answer.status, answer.body.code?.[0]];

interface Options {
  datacenterId: string;
  datacenters: { id: string; code: string }[];
  images: { id: string; readyIn: string[] }[];
  networks: { id: string; datacenterId: string }[];
}

const optionsOf = async (client: TestClient) =>
  (await client.get<Options>('/servers/create/options')).body;
const body = (options: Options, more: Record<string, unknown> = {}) => ({
  ...{
    datacenterId: options.datacenterId,
    imageId: options.images[0]?.id,
    name: 'trial-one',
    cpuType: 'B',
    cores: 1,
    ramMb: 1024,
  },
  ...{
    disks: [{ sizeGb: 20 }],
    nics: [{ networkId: 'auto' }],
    billingMode: 'hourly',
    password: 'Server_Password_1',
    ...more,
  },
});
const waitForTask = (client: TestClient, cmdId: number) =>
  vi.waitFor(
    async () =>
      expect(
        (await client.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode,
      ).toBe(0),
    {
      timeout: 15_000,
      interval: 50,
    },
  );
const createServer = async (client: TestClient, more: Record<string, unknown> = {}) => {
  const answer = await client.post<{ cmdId: number; servers: { id: string }[] }>(
    '/servers',
    body(await optionsOf(client), more),
  );
  expect(answer.status, answer.text).toBe(200);
  await waitForTask(client, answer.body.cmdId);
  return answer.body.servers[0]?.id ?? '';
};

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  admin = await app.signInAs('siteAdmin');
  key = await makeKey(owner, { isTest: true, name: 'trials' });
  program = keyClient(app.address, key);
  serverId = await createServer(program);
}, 60_000);
afterAll(() => app.close());

describe('a test key', () => {
  it('has a recognizable ID, and works with the same calls in its own datacenter', async () => {
    expect(key.clientId).toMatch(/^test-/);
    const { datacenters, networks } = await optionsOf(program);
    expect(datacenters.map(({ code }) => code)).toEqual(['sandbox']);
    expect(networks.every(({ datacenterId }) => datacenterId === datacenters[0]?.id)).toBe(true);
    expect((await program.get<{ power: string }>(`/servers/${serverId}`)).body.power).toBe('on');
    const { body: off } = await program.put<{ cmdId: number }>(`/servers/${serverId}/power`, {
      state: 'off',
    });
    await waitForTask(program, off.cmdId);
    expect((await program.get<{ power: string }>(`/servers/${serverId}`)).body.power).toBe('off');
  });

  it('creates resources that are priced but never billed', async () => {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer as count from span`.execute(app.portal.services.database.db);
    expect(rows[0]?.count).toBe(0);
    const options = await optionsOf(program);
    const { name: _name, password: _password, ...priced } = body(options);
    const real = await optionsOf(owner);
    const { name: _other, password: _secret, ...request } = body(real);
    const price = async (client: TestClient, body: unknown) =>
      (await client.post<{ monthly: string; hourly: string }>('/servers/price', body)).body;
    expect(await price(program, priced)).toEqual(await price(owner, request));
  });

  it('has resources that neither its owner’s session, administrators nor root can see', async () => {
    for (const client of [owner, admin, app.root]) {
      expect((await client.get<{ total: number }>('/servers')).body.total).toBe(0);
      expect(codeOf(await client.get(`/servers/${serverId}`))).toEqual([404, 1001]);
      expect((await client.get<{ total: number }>('/queue?targetType=server')).body.total).toBe(0);
      expect((await optionsOf(client)).datacenters.map(({ code }) => code)).not.toContain(
        'sandbox',
      );
    }
    for (const client of [admin, app.root]) {
      const users = await client.get<{ items: { email: string }[] }>('/users?size=0');
      expect(users.body.items.filter(({ email }) => email === owner.email)).toHaveLength(1);
      expect((await client.get<{ total: number }>('/sites')).body.total).toBe(1);
    }
    expect((await app.root.get<{ items: { engine: string }[] }>('/hosts')).text).not.toContain(
      'sandbox',
    );
  });

  it('can’t see real resources: its owner’s servers, their datacenter or their networks', async () => {
    const real = await createServer(owner, { name: 'real-one' });
    expect(
      (await program.get<{ total: number; items: { id: string }[] }>('/servers')).body,
    ).toMatchObject({
      total: 1,
      items: [{ id: serverId }],
    });
    expect(codeOf(await program.get(`/servers/${real}`))).toEqual([404, 1001]);
    const ownerOptions = await optionsOf(owner);
    expect(
      codeOf(await program.post('/servers', body(ownerOptions, { name: 'breaking-out' }))),
    ).toEqual([404, 1001]);
    const testOptions = await optionsOf(program);
    expect(
      codeOf(await owner.post('/servers', body(testOptions, { name: 'breaking-in' }))),
    ).toEqual([404, 1001]);
    const attached = await program.post(`/servers/${serverId}/nics`, {
      networkId: ownerOptions.networks[0]?.id,
    });
    expect(attached.status).toBeGreaterThanOrEqual(400);
  });

  it('of another user has its own servers', async () => {
    const other = await app.signInAs('user');
    const otherClient = keyClient(app.address, await makeKey(other, { isTest: true }));
    expect((await otherClient.get<{ total: number }>('/servers')).body.total).toBe(0);
    expect(codeOf(await otherClient.get(`/servers/${serverId}`))).toEqual([404, 1001]);
  });

  it('sends no email to its owner', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from mail_message where lower(to_address) = ${owner.email} and kind like '%server%'`.execute(
      app.portal.services.database.db,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(1);
  });

  it('is logged with its name', async () => {
    const { items } = (
      await owner.get<{ items: { operation: string }[] }>(`/apikeys/${key.clientId}/uses`)
    ).body;
    expect(items.map(({ operation }) => operation)).toContain('createServers');
  });

  it('is deleted with its owner', async () => {
    await app.portal.services.database.db
      .updateTable('user_account')
      .set({ account_state: 'Suspended-Policy' })
      .where('id', '=', owner.userId)
      .execute();
    expect(codeOf(await program.get('/servers'))).toEqual([401, 2704]);
  });
});
