import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { contract } from '../../../../contract/index.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { Answer, TestClient } from '../../../../server/testing/client.ts';
import { keyClient, makeKey } from '../../../../server/testing/keyClient.ts';

/**
 * Tests that a key restricted to one server can't do anything else, for every operation of the
 * contract.
 */
const operations = Object.entries(contract as Record<string, Endpoint>).filter(
  ([, endpoint]) => endpoint.kind !== 'socket' && endpoint.kind !== 'events',
);
const perServerOperations = operations.filter(([, { path }]) => path.includes('{serverId}'));
const serverOperations = operations.filter(([, { forBoundKeys }]) => forBoundKeys);
const others = operations.filter(
  ([, endpoint]) =>
    !endpoint.path.includes('{serverId}') && !endpoint.forBoundKeys && !endpoint.forKeys,
);

let app: TestApp;
let root: TestClient;
let key: TestClient;
let [mine, other] = ['', ''];

async function makeServer(name: string): Promise<{ id: string; cmdId: number }> {
  const { body: options } = await root.get<{ datacenterId: string; images: { id: string }[] }>(
    '/servers/create/options',
  );
  const created = await root.post<{ cmdId: number; servers: { id: string }[] }>('/servers', {
    ...{
      datacenterId: options.datacenterId,
      imageId: options.images[0]?.id,
      name,
      cpuType: 'B',
      cores: 1,
      ramMb: 1024,
    },
    ...{
      disks: [{ sizeGb: 20 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Server_Password_1',
    },
  });
  const cmdId = created.body.cmdId;
  await vi.waitFor(
    async () =>
      expect(
        (await root.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`)).body.exitCode,
      ).toBe(0),
    {
      timeout: 15_000,
      interval: 20,
    },
  );
  return { id: created.body.servers[0]?.id ?? '', cmdId };
}
let otherCommand = 0;

beforeAll(async () => {
  app = await startTestApp();
  root = app.root;
  mine = (await makeServer('mine-one')).id;
  const second = await makeServer('other-one');
  [other, otherCommand] = [second.id, second.cmdId];
  // Belongs to the account with the most permissions, so that only the key's own restrictions
  // apply.
  key = keyClient(
    app.address,
    await makeKey(root, { type: 'server', serverIds: [mine], ratePerMinute: 6000 }),
  );
}, 60_000);
afterAll(() => app.close());

const codeOf = (answer: Answer) => [answer.status, answer.body.code?.[0]];
const call = (endpoint: Endpoint, fill: (name: string) => string) =>
  key.call(
    endpoint.method,
    endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => fill(name)),
    endpoint.body ? {} : undefined,
  );

/** All data of the other server that a call could change. */
async function state(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(s::text, ' ') from server s where s.id = ${other}) || (select count(*)::text from task)
      || (select count(*)::text from api_key) || (select string_agg(u::text, ' ' order by id) from user_account u) as text`.execute(
    app.portal.services.database.db,
  );
  return rows[0]?.text ?? '';
}

describe('a key restricted to one server', () => {
  it.each(others)('cannot call %s', async (_operation, endpoint) => {
    const before = await state();
    for (const id of [mine, other, randomUUID()])
      expect((await call(endpoint, () => id)).status).toBe(403);
    expect(await state()).toBe(before);
  });

  it.each(perServerOperations)('finds no other server with %s', async (_operation, endpoint) => {
    const before = await state();
    for (const id of [other, other.toUpperCase(), randomUUID()]) {
      const answer = await call(endpoint, (name) => (name === 'serverId' ? id : mine));
      expect(answer.status, answer.text).toBeOneOf([403, 404]);
    }
    const otherServersAnswer = await call(endpoint, (name) => (name === 'serverId' ? other : mine));
    const missing = await call(endpoint, (name) =>
      name === 'serverId' ? '00000000-0000-4000-8000-000000000000' : mine,
    );
    expect(otherServersAnswer.text.replaceAll(other, '')).toBe(
      missing.text.replaceAll('00000000-0000-4000-8000-000000000000', ''),
    );
    expect(await state()).toBe(before);
  });

  it('sees only that server in lists, exports and the queue, regardless of its request', async () => {
    for (const path of [
      '/servers',
      '/servers?size=0',
      '/servers?filter=other',
      `/servers?filter=${other}`,
    ]) {
      const { body } = await key.get<{ items: { id: string }[] }>(path);
      expect(
        body.items.every(({ id }) => id === mine),
        path,
      ).toBe(true);
    }
    expect(
      (await key.get<{ items: unknown[]; total: number }>('/servers?size=0')).body,
    ).toMatchObject({ total: 1, items: [{ id: mine }] });
    const csv = await key.get('/servers/csv');
    expect(csv.text).toContain('mine-one');
    expect(csv.text).not.toContain('other-one');
    const { body } = await key.get<{ items: { target: { id: string } }[] }>('/queue?size=0');
    expect(body.items.map(({ target }) => target.id)).toEqual([mine]);
    expect(codeOf(await key.get(`/queue/command/${otherCommand}`))).toEqual([404, 1001]);
  });

  it('changes only that server when both are given', async () => {
    const power = await key.put<{ results: { id: string; cmdId: number | null }[] }>(
      '/servers/power',
      {
        ids: [mine, other],
        state: 'off',
      },
    );
    expect(power.body.results.map(({ id, cmdId }) => [id, cmdId !== null])).toEqual([
      [mine, true],
      [other, false],
    ]);
    const terminated = await key.put<{ results: { id: string; cmdId: number | null }[] }>(
      '/servers/terminate',
      { ids: [other] },
    );
    expect(terminated.body.results[0]).toMatchObject({ cmdId: null });
  });

  it('has no other operations except reading itself, lists and bulk calls', () => {
    expect(serverOperations.map(([operation]) => operation).sort()).toEqual(
      [
        ...[
          'bulkPower',
          'bulkTerminate',
          'getQueueCommand',
          'listQueue',
          'listServers',
          'listServersCsv',
          'consoleReadQueued',
        ],
        // Published clients name servers in the body; each consists of the operations above
        // (slices/cloud/compatible/server/portalRules.test.ts).
        ...[
          'cliListServers',
          'cliReadServers',
          'cliPowerOn',
          'cliPowerOff',
          'cliReboot',
          'cliSuspend',
          'cliResume',
          'cliTerminate',
        ],
        ...[
          'cliSetPassword',
          'cliRename',
          'cliReadSsh',
          'cliReadSshForKey',
          'cliConfigure',
          'cliDisk',
          'cliSnapshot',
          'cliNetworkCards',
        ],
        ...[
          'cliTags',
          'cliDescription',
          'cliLibraryDisks',
          'cliHistory',
          'cliReport',
          'cliStatistics',
          'cliReadQueue',
        ],
      ].sort(),
    );
    expect(
      operations
        .filter(([, { forKeys }]) => forKeys)
        .map(([operation]) => operation)
        .sort(),
    ).toEqual(['cliReadSchema', 'getCalculator', 'getOwnKey']);
  });

  it('can read but not widen its own restrictions', async () => {
    const self = await key.get<{
      key: { clientId: string; servers: string[] };
      permissions: string[];
    }>('/apikeys/self');
    expect(self.body).toMatchObject({ key: { servers: [mine] } });
    expect(self.body.permissions.sort()).toEqual([
      'servers.configure',
      'servers.operate',
      'servers.terminate',
      'servers.view',
      'tasks.view',
    ]);
    const { clientId } = self.body.key;
    for (const answer of [
      await key.get('/apikeys'),
      await key.post('/apikeys', { name: 'more', type: 'external' }),
      await key.put(`/apikeys/${clientId}/servers`, { serverIds: [mine, other] }),
      await key.put(`/apikeys/${clientId}`, { scopes: ['servers.view', 'users.manage'] }),
      await key.post(`/apikeys/${clientId}/secret`, {}),
    ])
      expect(codeOf(answer)).toEqual([403, 2707]);
  });

  it('loses access when its owner loses the server', async () => {
    const user = await app.signInAs('user');
    await app.portal.services.database.db
      .updateTable('user_account')
      .set({ role: 'user' })
      .where('id', '=', user.userId)
      .execute();
    await sql`update server set owner_id = ${user.userId} where id = ${other}`.execute(
      app.portal.services.database.db,
    );
    const bound = keyClient(
      app.address,
      await makeKey(user, { type: 'server', serverIds: [other] }),
    );
    expect((await bound.get(`/servers/${other}`)).status).toBe(200);
    await sql`update server set owner_id = ${root.userId} where id = ${other}`.execute(
      app.portal.services.database.db,
    );
    expect(codeOf(await bound.get(`/servers/${other}`))).toEqual([404, 1001]);
  });
});
